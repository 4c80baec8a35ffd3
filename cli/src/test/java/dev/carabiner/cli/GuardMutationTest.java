package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.Engine;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistrar;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.TypedHandler;
import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.scenarios.CaseResult;
import dev.carabiner.scenarios.CaseResult.Status;
import dev.carabiner.scenarios.Scenarios;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import dev.carabiner.testkit.RecordingDisplay;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Weakenings planted in the guards of the default bundle, in their code or in the bundle's text. Each is put before the
 * shipped scenario files of that bundle and before its canaries; none may escape both. The table of which found which is
 * printed.
 */
class GuardMutationTest {

    private static final String SHELL = "shell-guard";
    private static final String PRODUCTION = "production-guard";
    private static final Path SHIPPED = Path.of("../hooks/src/test/scenarios");
    private static final List<String> SCENARIOS =
            List.of("default-bundle.yaml", "default-production-guard.yaml", "default-production-guard-denies.yaml");
    private static final List<String> KINDS =
            List.of("rule removed", "order swapped", "condition inverted", "failure policy changed");
    private static final AgentCatalog INSTALLED = AgentCatalog.installed();

    /** A weakening: of a guard's answers, or of the bundle's text. */
    private record Mutant(
            String guard, String what, UnaryOperator<@Nullable HookResult> answers, UnaryOperator<String> bundle) {

        static Mutant answers(String guard, String what, UnaryOperator<@Nullable HookResult> change) {
            return new Mutant(guard, what, change, text -> text);
        }

        /** @param entry what is done to the guard's entry in the bundle's list of hooks */
        static Mutant bundle(String guard, String what, UnaryOperator<String> entry) {
            return new Mutant(guard, what, answer -> answer, text -> {
                int start = text.indexOf("  - module: " + guard);
                int end = text.indexOf("\n  - module:", start) + 1;
                String changed = entry.apply(text.substring(start, end));
                assertThat(changed).as(what).isNotEqualTo(text.substring(start, end));
                return text.substring(0, start) + changed + text.substring(end);
            });
        }
    }

    /** The module with its answers changed. */
    private record Changed(HookModule module, UnaryOperator<@Nullable HookResult> change) implements HookModule {

        @Override
        public String name() {
            return module.name();
        }

        @Override
        public Map<String, ConfigType> configKeys() {
            return module.configKeys();
        }

        @Override
        public EventData configDefaults() {
            return module.configDefaults();
        }

        @Override
        public boolean isGuard() {
            return true;
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
            HookRegistrar changing = (HookRegistrar) Proxy.newProxyInstance(
                    HookRegistrar.class.getClassLoader(),
                    new Class<?>[] {HookRegistrar.class},
                    (self, method, given) -> {
                        if (given.length == 3 && given[2] instanceof TypedHandler<?> handler) {
                            @SuppressWarnings("unchecked")
                            TypedHandler<Object> inner = (TypedHandler<Object>) handler;
                            TypedHandler<Object> outer = (view, data) -> change.apply(inner.handle(view, data));
                            given[2] = outer;
                        }
                        return method.invoke(mount.hooks(), given);
                    });
            Mount other = (Mount) Proxy.newProxyInstance(
                    Mount.class.getClassLoader(),
                    new Class<?>[] {Mount.class},
                    (self, method, given) -> method.getName().equals("hooks") ? changing : method.invoke(mount, given));
            return module.mount(other, config);
        }
    }

    @TempDir
    private Path directory;

    /** What found a mutant: the cases that fail, and whether a canary passed. */
    private record Found(List<String> scenarios, boolean canary) {

        boolean found() {
            return canary || !scenarios.isEmpty();
        }
    }

    private Found tried(Mutant mutant) throws IOException {
        AgentCatalog catalog = AgentCatalog.of(
                INSTALLED.modules().hooks().stream()
                        .map(it -> it.name().equals(mutant.guard()) ? new Changed(it, mutant.answers()) : it)
                        .toList(),
                INSTALLED.providers(),
                INSTALLED.tools());
        Path bundle = Files.writeString(
                directory.resolve("default.yaml"), mutant.bundle().apply(defaultBundle()));
        Path folder = Files.createDirectories(directory.resolve("scenarios"));
        for (String file : SCENARIOS) {
            String text = Files.readString(SHIPPED.resolve(file));
            assertThat(text).contains("bundle: default\n");
            Files.writeString(folder.resolve(file), text.replace("bundle: default\n", "bundle: ../default.yaml\n"));
        }
        List<String> failed = Scenarios.read(List.of(folder), directory, catalog).run(name -> true).cases().stream()
                .filter(it -> it.status() == Status.FAILED)
                .map(CaseResult::name)
                .toList();
        RecordingDisplay display = new RecordingDisplay();
        try (Engine engine = Engine.builder()
                .catalog(catalog.modules())
                .policy(ManagedPolicy.none())
                .display(display)
                .load(bundle)) {
            engine.session("s-1", directory).confinesTools().begin().close();
        }
        return new Found(failed, display.texts().stream().anyMatch(it -> it.contains("lets a canary pass")));
    }

    private static String defaultBundle() throws IOException {
        try (InputStream in = GuardMutationTest.class.getResourceAsStream("/dev/carabiner/bundles/default.yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static List<Mutant> mutants(Map<String, Set<String>> reasons) {
        List<Mutant> all = new ArrayList<>();
        for (String guard : List.of(SHELL, PRODUCTION)) {
            all.add(Mutant.answers(guard, "everything passes", answer -> null));
            all.add(Mutant.answers(
                    guard, "condition inverted", answer -> answer == null ? HookResult.deny("inverted") : null));
            all.add(Mutant.answers(
                    guard,
                    "lets pass in place of asking",
                    answer -> answer instanceof HookResult.AskUser ? null : answer));
            all.add(Mutant.answers(
                    guard,
                    "order swapped: asks before it denies",
                    answer -> answer instanceof HookResult.Deny deny ? HookResult.ask(deny.reason()) : answer));
            for (String reason : reasons.get(guard)) {
                all.add(Mutant.answers(
                        guard,
                        "rule removed: " + reason,
                        answer -> reason(answer).equals(reason) ? null : answer));
            }
            all.add(Mutant.bundle(guard, "guard removed", entry -> ""));
            all.add(Mutant.bundle(
                    guard,
                    "failure policy changed: continue",
                    entry -> entry.replace("on_failure: deny", "on_failure: continue")));
        }
        all.add(Mutant.bundle(
                SHELL,
                "order swapped: after the production guard",
                entry -> entry.replace("    required: true\n", "    required: true\n    priority: 50\n")));
        all.add(Mutant.bundle(
                PRODUCTION,
                "order swapped: before the shell guard",
                entry -> entry.replace("    required: true\n", "    required: true\n    priority: -90\n")));
        // Without .env alone nothing is weaker: *.env covers it.
        for (String left :
                List.of("[.env, '*.env', .env.*]", "[production, .env, .env.*]", "[production, .env, '*.env']")) {
            all.add(Mutant.bundle(
                    PRODUCTION,
                    "path removed, left: " + left,
                    entry -> entry.replace(
                            "    config:\n", "    config:\n      replace: true\n      paths: " + left + "\n")));
        }
        return all;
    }

    /** Without the directory of the scenario, which is another one each time. */
    private static String reason(@Nullable HookResult result) {
        return switch (result) {
            case HookResult.Deny deny -> deny.reason().replaceAll("\\S*/carabiner-scenario\\d+/", "");
            case HookResult.AskUser question -> question.reason().isEmpty() ? question.prompt() : question.reason();
            case null, default -> "";
        };
    }

    /** Each reason that a guard as it is gives in the scenarios. */
    private Set<String> reasons(String guard) throws IOException {
        Set<String> reasons = new LinkedHashSet<>();
        tried(Mutant.answers(guard, "as it is", answer -> {
            reasons.add(reason(answer));
            return answer;
        }));
        reasons.remove("");
        return reasons;
    }

    @Test
    void the_guards_as_they_are_pass_their_scenarios_and_canaries() throws IOException {
        Found found = tried(Mutant.answers(SHELL, "as it is", answer -> answer));

        assertThat(found.scenarios()).isEmpty();
        assertThat(found.canary()).isFalse();
    }

    /** Every guard that the bundle names, and each with all kinds of weakenings. */
    @Test
    void no_guard_and_no_kind_of_weakening_is_left_out() throws IOException {
        String bundle = defaultBundle();
        assertThat(INSTALLED.modules().hooks().stream()
                        .filter(HookModule::isGuard)
                        .map(HookModule::name)
                        .filter(name -> bundle.contains("  - module: " + name + "\n")))
                .containsExactlyInAnyOrder(SHELL, PRODUCTION);
        List<Mutant> mutants = mutants(Map.of(SHELL, reasons(SHELL), PRODUCTION, reasons(PRODUCTION)));
        for (String guard : List.of(SHELL, PRODUCTION)) {
            assertThat(KINDS)
                    .as(guard)
                    .allSatisfy(kind -> assertThat(mutants)
                            .anyMatch(
                                    it -> it.guard().equals(guard) && it.what().startsWith(kind)));
        }
    }

    @Test
    void no_weakening_escapes() throws IOException {
        Map<Mutant, Found> all = new LinkedHashMap<>();
        for (Mutant mutant : mutants(Map.of(SHELL, reasons(SHELL), PRODUCTION, reasons(PRODUCTION)))) {
            all.put(mutant, tried(mutant));
        }
        System.out.printf("%-17s %-8s %-12s %s%n", "guard", "canary", "scenarios", "weakening");
        all.forEach((mutant, found) -> System.out.printf(
                "%-17s %-8s %-12s %s%n",
                mutant.guard(),
                found.canary() ? "found" : "-",
                found.scenarios().isEmpty() ? "-" : found.scenarios().size() + " found",
                mutant.what()
                        + (found.scenarios().isEmpty()
                                ? ""
                                : "   (" + found.scenarios().getFirst() + ")")));

        assertThat(all.entrySet().stream()
                        .filter(it -> !it.getValue().found())
                        .map(it -> it.getKey().what()))
                .as("weakenings that escaped")
                .isEmpty();
        assertThat(all).hasSizeGreaterThan(25);
    }
}
