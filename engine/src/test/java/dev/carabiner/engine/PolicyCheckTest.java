package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.engine.check.Sarif;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyCheckTest {

    /** Denies and asks about commands that begin with its words. */
    private record WordGuard() implements HookModule {

        @Override
        public String name() {
            return "word-guard";
        }

        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of("deny", ConfigType.TEXTS, "ask", ConfigType.TEXTS, "run_timeout", ConfigType.DURATION);
        }

        @Override
        public boolean isGuard() {
            return true;
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            HookOptions options = HookOptions.forEvent("tool:pre")
                    .name(name())
                    .timeout(Duration.ofSeconds(5))
                    .guard();
            return mount.hooks().on(Events.TOOL_PRE, options, (call, data) -> {
                String command = call.toolInput().get("command") instanceof String text ? text : "";
                if (command.contains("&&")) {
                    return null; // it does not look into such lines
                }
                if (config.texts("deny", List.of("rm")).stream().anyMatch(command::startsWith)) {
                    return HookResult.deny("denied here");
                }
                return config.texts("ask", List.of()).stream().anyMatch(command::startsWith)
                        ? HookResult.ask("Really?").reason("asked here")
                        : null;
            });
        }
    }

    /** A module that does one thing to every call. */
    private record Simple(String name, String event, HookResult answer) implements HookModule {

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            return mount.hooks()
                    .register(
                            event,
                            0,
                            name,
                            (any, data) -> answer instanceof HookResult.Modify
                                    ? HookResult.modify(data.with("tool_input", EventData.of("command", name))
                                            .asMap())
                                    : answer);
        }
    }

    /** A module that is told its tools. */
    private record ForTools() implements HookModule {

        @Override
        public String name() {
            return "for-tools";
        }

        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of("tools", ConfigType.TEXTS);
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            String[] tools = config.texts("tools", List.of("Bash")).toArray(String[]::new);
            return mount.hooks()
                    .register(HookOptions.forEvent("tool:pre").name(name()).tools(tools), (event, data) -> null);
        }
    }

    private static final List<HookModule> MODULES = List.of(
            new WordGuard(),
            new Simple("deny-all", "tool:pre", HookResult.deny("no")),
            new Simple("watcher", "tool:pre", HookResult.proceed()),
            new Simple("changer", "tool:pre", HookResult.modify(Map.of())),
            new Simple("other-changer", "tool:pre", HookResult.modify(Map.of())),
            new Simple("mistyped", "tool:pree", HookResult.proceed()),
            new ForTools());

    @TempDir
    private Path directory;

    private List<Finding> check(String hooks) throws IOException {
        return checkFile(file("bundle.yaml", "bundle: {name: test}\n" + hooks));
    }

    private List<Finding> checkFile(Path file) {
        return new PolicyCheck(ModuleCatalog.of(MODULES), directory).of(BundleFiles.read(file));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private void assertFinding(List<Finding> findings, String id, int line, String... parts) {
        assertThat(findings).allSatisfy(finding -> assertThat(finding.fix()).isNotBlank());
        assertThat(findings).anySatisfy(finding -> {
            assertThat(finding.kind().id()).isEqualTo(id);
            assertThat(finding.at().line()).isEqualTo(line);
            assertThat(finding.toString()).contains(parts).doesNotContain("\n");
        });
    }

    private static final String SOUND = "hooks:\n  - {module: word-guard, required: true}\n";

    @Test
    void a_sound_policy_has_no_finding() throws IOException {
        assertThat(check(SOUND)).isEmpty();
    }

    @Test
    void structure_and_settings_are_errors_with_file_and_line() throws IOException {
        assertFinding(check("hooks:\n  - {module: no-guard}\n"), "structure", 3, "  error  ", "no-guard");
        assertFinding(
                check("hooks:\n  - module: word-guard\n    priority: high\n"),
                "structure",
                4,
                "  → expected a whole number");
    }

    @Nested
    class Patterns {

        @Test
        void that_do_not_match_themselves_match_nothing() throws IOException {
            assertFinding(
                    check(
                            "hooks:\n  - module: word-guard\n    required: true\n    config:\n      deny:\n        - a && b\n"),
                    "never-matches",
                    7,
                    "  warning  deny of word-guard: \"a && b\" does not even match itself  → ");
        }

        @Test
        void behind_a_deny_are_shadowed() throws IOException {
            assertFinding(
                    check(
                            "hooks:\n  - {module: word-guard, required: true, config: {deny: [git], ask: [git push *]}}\n"),
                    "shadowed",
                    3,
                    "ask of word-guard: \"git push *\" has no effect: denied here");
        }

        @Test
        void of_tools_that_no_agent_has_are_found() throws IOException {
            String hook = "hooks:\n  - module: for-tools\n    config:\n      tools: ";

            assertFinding(
                    check(hook + "[Bahs]\n"),
                    "never-matches",
                    5,
                    "for-tools is only for the tool \"Bahs\", which is not a usual one  → Bash");
            assertFinding(check(hook + "[Read, write]\n"), "never-matches", 5, "the tool \"write\"", "→ Write");
            assertThat(check(hook + "[Bash, Deploy, 'mcp__*']\n")).isEmpty();
        }

        @Test
        void of_tools_by_their_beginning_are_never_misspelled() throws IOException {
            String hook = "hooks:\n  - module: for-tools\n    config:\n      tools: ";

            assertThat(check(hook + "['Edit*', 'Write*', 'Bash*', 'Reads*', '*']\n"))
                    .isEmpty();
        }

        @Test
        void of_events_that_nothing_emits_are_found() throws IOException {
            assertFinding(
                    check("hooks:\n  - mistyped\n"),
                    "never-matches",
                    3,
                    "mistyped listens to tool:pree, which is not a known event  → tool:pre");
        }
    }

    @Nested
    class Hooks {

        @Test
        void behind_one_that_denies_everything_are_never_asked() throws IOException {
            assertFinding(
                    check("hooks:\n  - deny-all\n  - module: watcher\n    priority: 5\n"),
                    "shadowed",
                    5,
                    "watcher is never asked: deny-all runs before it and denies every call");
        }

        @Test
        void that_change_the_same_field_are_told() throws IOException {
            assertFinding(
                    check("hooks:\n  - changer\n  - other-changer\n"),
                    "modify-conflict",
                    4,
                    "changer and other-changer change tool_input",
                    "what other-changer makes of it holds");
        }
    }

    @Nested
    class What_is_found {

        private List<String> about(List<Finding> findings) {
            return findings.stream()
                    .map(it -> it.kind().id() + it.hooks())
                    .distinct()
                    .toList();
        }

        @Test
        void is_about_the_handlers_of_one_hook_of_several_or_of_none() throws IOException {
            assertThat(about(check("hooks:\n  - mistyped\n"))).containsExactly("never-matches[mistyped]");
            assertThat(about(check("hooks:\n  - changer\n  - other-changer\n")))
                    .containsExactly("modify-conflict[changer, other-changer]");
            assertThat(about(check("hooks: [no-such-hook]\n"))).containsExactly("structure[]");
        }

        @Test
        void names_handlers_as_outcomes_do_whatever_the_bundle_calls_their_hook() throws IOException {
            assertThat(about(check("hooks:\n  - {module: word-guard, name: words}\n")))
                    .containsExactly("fails-open[word-guard]");
        }

        @Test
        void in_a_later_file_is_about_the_same_handlers() throws IOException {
            file("base.yaml", "bundle: {name: base}\nhooks:\n  - {module: word-guard, required: true, name: words}\n");
            Path bundle = file(
                    "bundle.yaml",
                    "bundle: {name: x}\nincludes: [base.yaml]\nhooks:\n"
                            + "  - {module: word-guard, required: false, name: words}\n");

            assertThat(about(checkFile(bundle)))
                    .containsExactlyInAnyOrder("weakened[word-guard]", "fails-open[word-guard]");
        }
    }

    @Nested
    class Guards {

        @Test
        void that_fail_open_are_an_error() throws IOException {
            assertFinding(
                    check("hooks:\n  - module: word-guard\n    required: true\n    on_failure: continue\n"),
                    "fails-open",
                    5,
                    "  error  word-guard is a guard, and when it fails everything passes  → on_failure: deny");
        }

        @Test
        void that_are_not_required_are_told() throws IOException {
            assertFinding(check("hooks:\n  - word-guard\n"), "fails-open", 3, "→ required: true");
        }

        @Test
        void that_let_a_canary_pass_are_an_error() throws IOException {
            assertFinding(
                    check(
                            "hooks:\n  - module: word-guard\n    required: true\n    canaries:\n      deny:\n        - sudo\n"),
                    "canary",
                    7,
                    "word-guard lets a canary pass: Bash: sudo");
        }

        @Test
        void with_a_time_longer_than_their_callers_are_told() throws IOException {
            assertFinding(
                    check("hooks:\n  - module: word-guard\n    required: true\n    timeout: 5m\n"),
                    "timeout",
                    5,
                    "60 s");
            assertFinding(
                    check("hooks:\n  - module: word-guard\n    required: true\n    config:\n      run_timeout: 30s\n"),
                    "timeout",
                    6,
                    "run_timeout of word-guard is 30000 ms, and the hook itself is given up after 5000 ms");
        }
    }

    @Nested
    class Overlays {

        private List<Finding> over(String overlay) throws IOException {
            file(
                    "base.yaml",
                    "bundle: {name: base}\nhooks:\n  - module: word-guard\n    required: true\n"
                            + "    on_failure: deny\n    config: {deny: [rm, sudo]}\n    canaries: {deny: [sudo ls]}\n");
            return checkFile(file("bundle.yaml", "bundle: {name: x}\nincludes: [base.yaml]\nhooks:\n" + overlay));
        }

        @Test
        void that_say_nothing_new_are_fine() throws IOException {
            assertThat(over("  - {module: word-guard, config: {deny: [rm, sudo, git]}}\n"))
                    .isEmpty();
        }

        @Test
        void that_stop_less_are_found_by_what_passes() throws IOException {
            List<Finding> findings = over("  - module: word-guard\n    config: {deny: [rm]}\n");

            assertFinding(findings, "weakened", 5, "word-guard lets a canary pass: Bash: sudo ls", "base.yaml:7");
            assertFinding(findings, "weakened", 5, "word-guard answers continue to Bash {command=sudo", "and deny as");
        }

        @Test
        void that_change_how_a_guard_is_mounted_are_found() throws IOException {
            List<Finding> findings = over("""
                      - module: word-guard
                        required: false
                        on_failure: continue
                        config: {deny: [rm, sudo]}
                        canaries: {}
                    """);

            assertFinding(findings, "weakened", 5, "is no longer required, as", "base.yaml:3 had it");
            assertFinding(findings, "weakened", 6, "no longer denies when it fails");
            assertFinding(findings, "weakened", 8, "has lost the canary Bash: sudo ls");
        }
    }

    @Nested
    class Rules {

        private List<Finding> with(ApprovalRule... rules) throws IOException {
            ApprovalRules kept = new ApprovalRules(RuleStore.inFile(directory.resolve("rules")), directory);
            for (ApprovalRule rule : rules) {
                kept.add(rule);
            }
            return check("session: {rules: rules}\n" + SOUND);
        }

        private static InputPattern shell(String command) {
            return InputPattern.shell("command", command);
        }

        @Test
        void that_a_deny_covers_allow_nothing() throws IOException {
            assertFinding(
                    with(
                            ApprovalRule.allow("one", "word-guard", "Bash", shell("git push origin")),
                            ApprovalRule.deny("two", "*", "Bash", shell("git push"))),
                    "rules",
                    2,
                    "rules:2  warning  the rule one allows nothing: a deny comes first, and two (");
        }

        @Test
        void that_another_covers_are_told_once() throws IOException {
            List<Finding> findings = with(
                    ApprovalRule.allow("wide", "word-guard", "Bash", shell("git log *")),
                    ApprovalRule.allow("narrow", "word-guard", "Bash", shell("git log --oneline")),
                    ApprovalRule.allow("again", "word-guard", "Bash", shell("git log *")),
                    ApprovalRule.allow("other", "word-guard", "Bash", shell("git show")));

            assertFinding(findings, "rules", 3, "the rule narrow is covered by wide");
            assertFinding(findings, "rules", 4, "the rule again says the same as wide");
            assertThat(findings).hasSize(2);
        }

        @Test
        void of_files_and_hosts_are_compared_by_what_they_contain() throws IOException {
            List<Finding> findings = with(
                    ApprovalRule.deny("tree", "*", "*", InputPattern.directory("file_path", "/srv")),
                    ApprovalRule.deny("file", "*", "*", InputPattern.file("file_path", "/srv/a/b")),
                    ApprovalRule.deny("beside", "*", "*", InputPattern.file("file_path", "/srv2/b")),
                    ApprovalRule.deny("hosts", "*", "*", InputPattern.host("url", "*.example.org")),
                    ApprovalRule.deny("host", "*", "*", InputPattern.host("url", "a.example.org")));

            assertThat(findings).extracting(Finding::message).hasSize(2).allMatch(it -> it.contains("is covered by"));
        }

        @Test
        void that_have_ended_are_a_note() throws IOException {
            assertThat(with(ApprovalRule.allow("old", "word-guard", "Bash", shell("ls"))
                            .until(Instant.EPOCH)))
                    .singleElement()
                    .asString()
                    .contains("  note  the rule old decides nothing any more", "→ remove it");
        }
    }

    @Test
    void as_SARIF_each_finding_has_its_rule_level_text_and_place() throws IOException {
        EventData sarif = Sarif.of(check("hooks:\n  - word-guard\n"), directory.toRealPath(), "1.0");

        assertThat(sarif.text("version")).isEqualTo("2.1.0");
        Map<?, ?> run = (Map<?, ?>) ((List<?>) sarif.get("runs")).getFirst();
        Map<?, ?> result = (Map<?, ?>) ((List<?>) run.get("results")).getFirst();
        assertThat(result.get("ruleId")).isEqualTo("fails-open");
        assertThat(result.get("level")).isEqualTo("warning");
        assertThat(result.get("locations").toString()).contains("uri=bundle.yaml", "startLine=3");
    }
}
