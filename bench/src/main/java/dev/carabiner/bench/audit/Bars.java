package dev.carabiner.bench.audit;

import static dev.carabiner.bench.Bar.Rule.AT_LEAST;
import static dev.carabiner.bench.Bar.Rule.AT_MOST;
import static dev.carabiner.bench.Bar.Unit.TIMES;
import static dev.carabiner.bench.audit.Figure.BARE_CLOCK;
import static dev.carabiner.bench.audit.Figure.CARABINER_CLOCK;
import static dev.carabiner.bench.audit.Figure.CHRONICLE_CLOCK;
import static dev.carabiner.bench.audit.Figure.DURABLE_1000_RATE;
import static dev.carabiner.bench.audit.Figure.DURABLE_64_RATE;
import static dev.carabiner.bench.audit.Figure.DURABLE_8;
import static dev.carabiner.bench.audit.Figure.FORCE;
import static dev.carabiner.bench.audit.Figure.FORCE_RATE;
import static dev.carabiner.bench.audit.Figure.HASH_PASS_CLOCK;
import static dev.carabiner.bench.audit.Figure.HASH_PASS_CPU;
import static dev.carabiner.bench.audit.Figure.VERIFICATION_CLOCK;
import static dev.carabiner.bench.audit.Figure.VERIFICATION_CPU;

import dev.carabiner.bench.Bar;
import java.util.List;

/** What the audit log promises about its speed, as ratios within this run. */
final class Bars {
    private Bars() {}

    /**
     * An append is judged by the clock: how long it takes is what its caller notices. Verification has one core, and is
     * judged also by the processor time of all its threads, which is what counts where it cannot be confined to one.
     */
    static List<Bar> judge(Figures figures) {
        Judge judge = (what, figure, to, rule, limit) -> new Bar(what, figures.ratio(figure, to), rule, limit, TIMES);
        return List.of(
                judge.bar("buffered / bare chain", CARABINER_CLOCK, BARE_CLOCK, AT_MOST, 2),
                judge.bar("buffered / Chronicle + hash", CARABINER_CLOCK, CHRONICLE_CLOCK, AT_MOST, 1.5),
                judge.bar("rate of 1,000 producers / of one force each", DURABLE_1000_RATE, FORCE_RATE, AT_LEAST, 50),
                judge.bar("rate of 64 producers / of one force each", DURABLE_64_RATE, FORCE_RATE, AT_LEAST, 10),
                judge.bar("p50 of 8 producers / one force", DURABLE_8, FORCE, AT_MOST, 3),
                judge.bar("verification / one SHA-256 pass, clock", VERIFICATION_CLOCK, HASH_PASS_CLOCK, AT_MOST, 3),
                judge.bar("verification / one SHA-256 pass, processor", VERIFICATION_CPU, HASH_PASS_CPU, AT_MOST, 3));
    }

    private interface Judge {
        Bar bar(String what, Figure figure, Figure to, Bar.Rule rule, double limit);
    }
}
