package dev.carabiner.storetests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StoredApproval;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What a store has acknowledged and what was tried, to hold against what it has after a failure. */
final class Ledger {

    /** One answer by one person. */
    private record Choice(String voter, String option) {}

    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final Map<String, Set<Choice>> tried = new ConcurrentHashMap<>();
    private final Map<String, Set<Choice>> won = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
    private final AtomicInteger unacknowledged = new AtomicInteger();

    /** The store has acknowledged the request. */
    void asked(String id) {
        asked.add(id);
    }

    /** It is about to be told this answer. */
    void tried(String id, String voter, String option) {
        tried.computeIfAbsent(id, key -> ConcurrentHashMap.newKeySet()).add(new Choice(voter, option));
    }

    /** It has acknowledged that this answer decides. */
    void won(String id, String voter, String option) {
        won.computeIfAbsent(id, key -> ConcurrentHashMap.newKeySet()).add(new Choice(voter, option));
    }

    /** The operation ran. */
    void ran(String id) {
        runs.computeIfAbsent(id, key -> new AtomicInteger()).incrementAndGet();
    }

    /** A call failed, so that its effect is not known. */
    void failed() {
        unacknowledged.incrementAndGet();
    }

    int decisions() {
        return won.size();
    }

    /** The faults: lost, doubled, decided by no one, run twice or without an allowance. */
    private record Faults(int lost, int doubled, int byNone, int ranWrongly) {}

    /** Holds all of it against the store; returns the figures as text. */
    String check(ApprovalStore store) {
        Set<String> lost = new HashSet<>();
        Set<String> doubled = new HashSet<>();
        Set<String> byNone = new HashSet<>();
        Set<String> ranWrongly = new HashSet<>();
        asked.forEach(id -> {
            StoredApproval stored = store.read(id);
            ApprovalDecision decision = stored == null ? null : stored.decision();
            Choice held = decision == null ? null : new Choice(decision.decidedBy(), String.valueOf(decision.option()));
            Set<Choice> acknowledged = won.getOrDefault(id, Set.of());
            int ran = runs.getOrDefault(id, new AtomicInteger()).get();
            if (stored == null || (!acknowledged.isEmpty() && !acknowledged.contains(held))) {
                lost.add(id);
            }
            if (acknowledged.size() > 1) {
                doubled.add(id);
            }
            if (held != null && !tried.getOrDefault(id, Set.of()).contains(held)) {
                byNone.add(id);
            }
            if (ran > 1 || (ran == 1 && (decision == null || !decision.granted()))) {
                ranWrongly.add(id);
            }
        });
        Faults faults = new Faults(lost.size(), doubled.size(), byNone.size(), ranWrongly.size());
        String figures = asked.size() + " requests and " + won.size() + " decisions acknowledged, " + runs.size()
                + " operations run, " + unacknowledged + " calls failed: " + faults;
        assertThat(faults).as(figures).isEqualTo(new Faults(0, 0, 0, 0));
        return figures;
    }
}
