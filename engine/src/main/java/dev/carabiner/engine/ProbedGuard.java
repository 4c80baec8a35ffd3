package dev.carabiner.engine;

import dev.carabiner.engine.bundle.Canary;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A guard with canaries, and whether it works. One thread at a time checks it; any may ask whether it works. */
final class ProbedGuard {

    /** What ties a probe to its line on the record. */
    private static final String MARK = "tool_call_id";

    private final HookSpec spec;
    private final ProbedModule module;
    private final Set<Canary> told = new HashSet<>();
    private List<Canary> canaries;
    private boolean isFirst = true;
    private volatile @Nullable String trouble;

    ProbedGuard(HookSpec spec, ProbedModule module) {
        this.spec = spec;
        this.module = module;
        this.canaries = spec.canaries();
    }

    /**
     * One round.
     *
     * @param data what the record is to hold of it
     * @param news what it let pass now and not in the last round
     * @param recovered whether it works now and did not in the last round
     */
    record Round(ProbedGuard guard, EventData data, List<Canary> news, boolean recovered) {}

    HookSpec spec() {
        return spec;
    }

    ProbedModule module() {
        return module;
    }

    List<Canary> canaries() {
        return canaries;
    }

    /** Why its events are denied; null while it works. */
    @Nullable
    String trouble() {
        return trouble;
    }

    Round check(EventData identity) {
        List<EventData> probes = new ArrayList<>();
        List<Canary> passed = new ArrayList<>();
        for (Canary canary : canaries) {
            EventData probe = marked(canary).overlaidWith(identity);
            HookOutcome outcome = module.answer(canary.event(), probe);
            boolean holds = canary.holds(outcome);
            EventData line = EventData.of(
                    "canary", canary.toString(),
                    "event", canary.event(),
                    "demand", canary.demand(),
                    "action", outcome.action().literal(),
                    "holds", holds);
            String mark = probe.text(MARK);
            probes.add(mark == null ? line : line.with(MARK, mark));
            if (!holds) {
                passed.add(canary);
            }
        }
        List<Canary> serious = isFirst ? passed.stream().filter(this::isOwn).toList() : passed;
        List<Canary> news = passed.stream().filter(it -> !told.contains(it)).toList();
        boolean recovered = trouble != null && serious.isEmpty();
        trouble = serious.isEmpty() ? null : inWords(serious.getFirst());
        told.clear();
        told.addAll(passed);
        leaveOut(passed);
        EventData data = EventData.of("hook_name", spec.name(), "works", serious.isEmpty(), "probes", probes);
        return new Round(this, data, news, recovered);
    }

    /**
     * A call has an id, so the probe of one has one too: drawn for this round, and told by nothing but the record, which
     * names it after the guard has answered.
     */
    private static EventData marked(Canary canary) {
        EventData data = canary.data();
        boolean isCall = data.has("tool_name") && !data.has(MARK);
        return isCall ? EventData.of(MARK, "call_" + UUID.randomUUID()).overlaidWith(data) : data;
    }

    /**
     * A probe of a file that the settings do not come from: a later file has settings for this guard and no canaries. If it
     * passes from the start, that is what these settings say, which is told; the guard is not broken.
     */
    private void leaveOut(List<Canary> passed) {
        if (isFirst) {
            canaries = canaries.stream()
                    .filter(it -> isOwn(it) || !passed.contains(it))
                    .toList();
            isFirst = false;
        }
    }

    private boolean isOwn(Canary canary) {
        return canary.at().file().equals(spec.at().file());
    }

    /** Says which one passed, and what to do about it. */
    String inWords(Canary passed) {
        String what = "The guard " + spec.name() + " lets a canary pass that it must "
                + (passed.demand() == Canary.Demand.DENY ? "deny" : "ask about") + ": " + passed + " (" + passed.at()
                + ")";
        return isOwn(passed) || !isLeftOut(passed)
                ? what + "; its events are denied until it works"
                : what + "; its settings at " + spec.at() + " say so: give it canaries of its own there";
    }

    private boolean isLeftOut(Canary canary) {
        return !isFirst && !canaries.contains(canary);
    }
}
