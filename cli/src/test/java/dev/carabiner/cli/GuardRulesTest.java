package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.scenarios.CaseResult;
import dev.carabiner.scenarios.CaseResult.Status;
import dev.carabiner.scenarios.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each rule that is written in the guards of the default bundle is taken out, one at a time, and the shipped scenarios and
 * the corpus are put before what is left. The rules are read from the sources: one that no scenario needs is found here.
 * The table of which found which is printed.
 */
class GuardRulesTest {

    private static final List<Path> SHIPPED =
            List.of(Path.of("../hooks/src/test/scenarios"), Path.of("../hooks/src/test/resources/corpus"));

    @TempDir
    private Path directory;

    private final Map<Path, Scenarios> scenarios = new LinkedHashMap<>();

    /** By rule and file, the cases that come to it. */
    private final Map<String, Map<Path, Set<String>>> reaching = new HashMap<>();

    private final Set<String> failing = new HashSet<>();

    @Test
    void no_rule_can_be_taken_out_unseen() throws Exception {
        PlantedGuards guards = new PlantedGuards(directory);
        read(guards.catalog(AgentCatalog.installed(), Set.of("shell-guard", "production-guard")));
        for (Path file : scenarios.keySet()) {
            reach(file, guards);
        }
        Map<String, String> found = new TreeMap<>();
        List<String> escaped = new ArrayList<>();
        for (String rule : guards.rules().keySet()) {
            guards.remove(rule);
            String by = finding(reaching.getOrDefault(rule, Map.of()));
            guards.remove("");
            if (by.isEmpty()) {
                escaped.add(rule + "  " + guards.rules().get(rule) + "  reached by "
                        + reaching.getOrDefault(rule, Map.of()).values().stream()
                                .flatMap(Set::stream)
                                .limit(3)
                                .toList());
            }
            found.put(rule, by);
        }
        System.out.printf("%-34s %s%n", "rule taken out", "found by");
        found.forEach((rule, by) -> System.out.printf(
                "%-34s %s   (%s)%n",
                rule, by.isEmpty() ? "-" : by, guards.rules().get(rule)));
        System.out.println(found.size() + " rules, " + escaped.size() + " escaped");

        assertThat(escaped).as("rules without which no scenario fails").isEmpty();
        assertThat(found).hasSizeGreaterThan(350);
    }

    private void read(AgentCatalog catalog) throws IOException {
        for (Path place : SHIPPED) {
            try (Stream<Path> files = Files.walk(place)) {
                files.filter(file -> file.toString().endsWith(".yaml"))
                        .filter(file -> !file.getFileName().toString().startsWith("harmless-"))
                        .sorted()
                        .forEach(file -> scenarios.put(file, Scenarios.read(List.of(file), Path.of(""), catalog)));
            }
        }
    }

    /** Runs the cases with all rules. The filter is asked just before each case, so it knows which one comes to a rule. */
    private void reach(Path file, PlantedGuards guards) {
        String[] current = {""};
        guards.takeReached();
        List<CaseResult> results = scenarios
                .get(file)
                .run(name -> {
                    keep(file, current[0], guards);
                    current[0] = name;
                    return true;
                })
                .cases();
        keep(file, current[0], guards);
        results.stream().filter(it -> it.status() == Status.FAILED).forEach(it -> failing.add(file + it.name()));
    }

    private void keep(Path file, String name, PlantedGuards guards) {
        for (String rule : guards.takeReached()) {
            reaching.computeIfAbsent(rule, any -> new LinkedHashMap<>())
                    .computeIfAbsent(file, any -> new HashSet<>())
                    .add(name);
        }
    }

    /** The first case that fails now and did not before; empty if none does. */
    private String finding(Map<Path, Set<String>> reached) {
        for (Map.Entry<Path, Set<String>> file : reached.entrySet()) {
            List<CaseResult> results = scenarios
                    .get(file.getKey())
                    .run(name -> file.getValue().contains(name))
                    .cases();
            for (CaseResult result : results) {
                if (result.status() == Status.FAILED && !failing.contains(file.getKey() + result.name())) {
                    return file.getKey().getFileName() + ": "
                            + result.name().lines().findFirst().orElse("");
                }
            }
        }
        return "";
    }
}
