package dev.carabiner.bench.audit;

/**
 * How long a run takes: the number of rounds, and of warm-ups and measured stretches of each peer in one round. A stretch is
 * short enough for the system to take it all without writing it first; what is measured is the log, not the disk.
 */
record Pace(String name, int rounds, int warmups, int stretches, int bufferedRecords, int logMegabytes) {
    private static final Pace FULL = new Pace("full", 5, 6, 8, 100_000, 320);
    private static final Pace QUICK = new Pace("quick", 1, 4, 5, 80_000, 128);

    static Pace named(String name) {
        return name.equals("quick") ? QUICK : FULL;
    }

    Pace withRounds(int number) {
        return number > 0 ? new Pace(name, number, warmups, stretches, bufferedRecords, logMegabytes) : this;
    }
}
