package dev.carabiner.scenarios;

import dev.carabiner.scenarios.CaseResult.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What came of all scenarios.
 *
 * @param scenarios in the order in which they were run
 */
public record TestReport(List<Ran> scenarios, Duration elapsed) {

    /**
     * One file's cases.
     *
     * @param hooks the names of all handlers of its policy
     * @param reached those that were called in some case
     */
    public record Ran(String file, String name, List<CaseResult> cases, Set<String> hooks, Set<String> reached) {}

    public TestReport {
        scenarios = List.copyOf(scenarios);
    }

    /** Those of all scenarios, in order. */
    public List<CaseResult> cases() {
        return scenarios.stream().flatMap(ran -> ran.cases().stream()).toList();
    }

    /** How many ended so. */
    public long count(Status status) {
        return cases().stream().filter(it -> it.status() == status).count();
    }

    /** Whether every case passed or is a known gap. */
    public boolean passed() {
        return count(Status.FAILED) == 0;
    }

    /** The handlers of all policies, by name. */
    public Set<String> hooks() {
        Set<String> all = new TreeSet<>();
        scenarios.forEach(ran -> all.addAll(ran.hooks()));
        return all;
    }

    /** Those that no case has reached. */
    public List<String> neverReached() {
        Set<String> all = hooks();
        scenarios.forEach(ran -> all.removeAll(ran.reached()));
        return new ArrayList<>(all);
    }
}
