package dev.carabiner.bench;

import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How long a run takes: the number of rounds, and the warm-up and the measurement of one case in one round. The warm-up
 * is long enough for a compiler that has to share its core; the measured stretches are short, so that some of them stay
 * undisturbed.
 */
record Pace(String name, int rounds, int warmups, TimeValue warmup, int measurements, TimeValue measurement) {
    static final Pace FULL = new Pace("full", 5, 6, TimeValue.milliseconds(250), 16, TimeValue.milliseconds(60));
    static final Pace QUICK = new Pace("quick", 1, 5, TimeValue.milliseconds(200), 12, TimeValue.milliseconds(50));

    Pace withRounds(int number) {
        return new Pace(name, number, warmups, warmup, measurements, measurement);
    }
}
