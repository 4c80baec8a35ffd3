package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.context.InjectionLimits;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.session.HookConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BundleLoaderTest {

    @TempDir
    Path temp;

    Path file;
    final BundleLoader loader = new BundleLoader(TestModules.catalog());

    @BeforeEach
    void choose_a_file() {
        file = temp.resolve("bundle.yaml");
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(file, yaml);
    }

    private Bundle load(String yaml) throws IOException {
        return loader.load(write(yaml));
    }

    /** The problems without the directory's name. */
    private List<String> problems(String yaml) throws IOException {
        return loader.check(write(yaml)).stream()
                .map(problem -> problem.toString().replace(temp + "/", ""))
                .toList();
    }

    @Nested
    class ABundle {

        @Test
        void may_say_everything() throws IOException {
            Bundle bundle = load("""
                    bundle: {name: mine, version: 1.10, description: all of it}
                    session:
                      orchestrator: loop-basic
                      context: {module: context-simple}
                      instructions: |
                        Be kind.
                      max_rounds: 12
                      injection_size_limit: unlimited
                      injection_budget_per_turn: 500
                      injection_budget_warning: 50
                      audit: {on_failure: continue}
                    providers:
                      - {module: provider-other, config: {model: big}}
                    tools: [tool-files, tool-task]
                    hooks:
                      - module: guard
                        config: {text: a, number: 3, decimal: 0.2, flag: true, texts: [x, "1"], duration: 5m, object: {a: {b: 1.5}}}
                        priority: -5
                        on_failure: ask
                        timeout: 2s
                        required: true
                    agents:
                      - {name: explorer, description: looks, instructions: Look., tools: [Read, Task]}
                    """);

            assertThat(bundle.name()).isEqualTo("mine");
            assertThat(bundle.version()).isEqualTo("1.10");
            assertThat(bundle.description()).isEqualTo("all of it");
            assertThat(bundle.session().get(SessionKeys.STREAMING)).isFalse();
            assertThat(bundle.session().get(SessionKeys.CONTEXT))
                    .isEqualTo(new ModuleSpec("context-simple", EventData.empty(), at(4)));
            assertThat(bundle.session().get(SessionKeys.INSTRUCTIONS)).isEqualTo("Be kind.\n");
            assertThat(bundle.session().get(SessionKeys.MAX_ROUNDS)).isEqualTo(12);
            assertThat(SessionKeys.injections(bundle.session()))
                    .isEqualTo(new InjectionLimits(Integer.MAX_VALUE, 500, 50));
            assertThat(bundle.session().get(SessionKeys.AUDIT).get(AuditKeys.ON_FAILURE))
                    .isEqualTo(AuditFailurePolicy.CONTINUE);
            assertThat(bundle.providers())
                    .containsExactly(new ModuleSpec("provider-other", EventData.of("model", "big"), at(13)));
            assertThat(bundle.tools()).extracting(ModuleSpec::module).containsExactly("tool-files", "tool-task");
            EventData settings = bundle.hooks().getFirst().config().settings();
            assertThat(settings.get("texts")).isEqualTo(List.of("x", "1"));
            assertThat(bundle.hooks().getFirst().config().decimal("decimal", 1)).isEqualTo(0.2);
            HookSpec guard = bundle.hooks().getFirst();
            assertThat(guard.config())
                    .isEqualTo(new HookConfig(settings, -5, FailurePolicy.ASK, Duration.ofSeconds(2)));
            assertThat(guard.required()).isTrue();
            assertThat(guard.at()).isEqualTo(at(16));
            assertThat(bundle.agents())
                    .containsExactly(new AgentSpec("explorer", "looks", "Look.", List.of("Read", "Task"), at(23)));
        }

        private Position at(int line) {
            return new Position(file.toString(), line);
        }

        @Test
        void needs_only_a_name() throws IOException {
            Bundle bundle = load("bundle: {name: small}\n");

            assertThat(bundle.session().get(SessionKeys.STREAMING)).isTrue();
            assertThat(bundle.session().get(SessionKeys.CONTEXT).module()).isEqualTo("context-simple");
            assertThat(SessionKeys.injections(bundle.session())).isEqualTo(InjectionLimits.DEFAULT);
            assertThat(bundle.session().get(SessionKeys.AUDIT).get(AuditKeys.ON_FAILURE))
                    .isEqualTo(AuditFailurePolicy.DENY);
            assertThat(bundle.providers()).isEmpty();
            assertThat(bundle.hooks()).isEmpty();
        }

        @Test
        void may_have_sections_with_nothing_in_them() throws IOException {
            Bundle bundle =
                    load("bundle: {name: small}\nincludes:\nsession:\nhooks:\n  # - module: guard\nagents: []\n");

            assertThat(bundle.hooks()).isEmpty();
        }

        @Test
        void is_not_there() {
            assertThatThrownBy(() -> loader.load(temp.resolve("none.yaml")))
                    .isInstanceOf(BundleException.class)
                    .hasMessageContaining("none.yaml:1: there is no file");
        }

        @Test
        void is_a_directory() {
            assertThatThrownBy(() -> loader.load(temp)).hasMessageContaining("not a file");
        }
    }

    @Nested
    class AMistake {

        @ParameterizedTest
        @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                hoks: []                            | bundle.yaml:2: the bundle's file has the unknown key "hoks"; expected agents, bundle, hooks, includes, providers, session, tools; did you mean "hooks"?
                hooks: [gaurd]                      | bundle.yaml:2: there is no hook module "gaurd"; expected one of guard, linter; did you mean "guard"?
                providers: [provider_offline]       | bundle.yaml:2: there is no provider module "provider_offline"; expected one of provider-offline, provider-other; did you mean "provider-offline"?
                tools: [nothing-like-it]            | bundle.yaml:2: there is no tool module "nothing-like-it"; expected one of tool-files, tool-shell, tool-task
                session: {max_round: 5}             | bundle.yaml:2: session has the unknown key "max_round"; expected approvals, audit, canary_interval, context, injection_budget_per_turn, injection_budget_warning, injection_size_limit, instructions, max_rounds, network, orchestrator, rules, sandbox, sandbox_limits, sandbox_shows, streaming; did you mean "max_rounds"?
                session: {orchestrator: loop}       | bundle.yaml:2: session.orchestrator is "loop"; expected loop-basic, loop-streaming
                session: {streaming: 1}             | bundle.yaml:2: session.streaming is a number; expected true or false
                session: {max_rounds: 0}            | bundle.yaml:2: session.max_rounds is too small; expected at least 1
                session: {max_rounds: 1.5}          | bundle.yaml:2: session.max_rounds is a fraction; expected a whole number up to 2147483647
                session: {injection_size_limit: -1} | bundle.yaml:2: session.injection_size_limit is a number; expected a whole number from 0 up, or unlimited
                session: {audit: {on_failure: ask}} | bundle.yaml:2: session.audit.on_failure is "ask"; expected continue, deny
                session: []                         | bundle.yaml:2: session is a list; expected an object
                hooks: {module: guard}              | bundle.yaml:2: hooks is an object; expected a list
                hooks: [5]                          | bundle.yaml:2: the hook is a number; expected a module's name, or {module: NAME, config: {…}}
                hooks: [{config: {}}]               | bundle.yaml:2: the hook has no key "module"; expected its name
                hooks: [guard, guard]               | bundle.yaml:2: hooks names "guard" twice; expected it once in a file, or each with a name: of its own
                hooks: [{module: guard, prio: 1}]   | bundle.yaml:2: the hook has the unknown key "prio"; expected canaries, config, module, name, on_failure, priority, required, timeout
                hooks: [{module: guard, timeout: 5}]       | bundle.yaml:2: guard.timeout is a number; expected a number with a unit, as in 500ms, 10s, 5m or 1h
                hooks: [{module: guard, timeout: 0s}]      | bundle.yaml:2: guard.timeout is too small; expected at least 1ms
                hooks: [{module: guard, on_failure: stop}] | bundle.yaml:2: guard.on_failure is "stop"; expected ask, continue, deny
                hooks: [{module: guard, required: yes}]    | bundle.yaml:2: guard.required is text; expected true or false
                hooks: [{module: guard, priority: high}]   | bundle.yaml:2: guard.priority is text; expected a whole number up to 2147483647
                hooks: [{module: linter, config: {a: 1}}]  | bundle.yaml:2: the config of linter has the unknown key "a"; expected no settings
                agents: [explorer]                  | bundle.yaml:2: the agent is text; expected {name: …, description: …, instructions: …}
                agents: [{description: x}]          | bundle.yaml:2: the agent has no name; expected the key "name" with text
                bundle: {}                          | bundle.yaml:2: the key "bundle" is there twice; expected it once
                includes: 7                         | bundle.yaml:2: includes is a number; expected a list of built-in bundles and relative files
                """)
        void names_file_line_and_what_was_expected(String line, String problem) throws IOException {
            assertThat(problems("bundle: {name: b}\n" + line + "\n")).containsExactly(problem);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                text: 5          | text of guard is a number; expected text; put it in quotes
                text: true       | text of guard is true; expected text; put it in quotes
                text:            | text of guard is nothing; expected text
                texts: one       | texts of guard is text; expected a list
                texts: [a, 1]    | texts of guard holds a number; expected text
                number: ten      | number of guard is text; expected a whole number up to 2147483647
                number: 1.0      | number of guard is a fraction; expected a whole number up to 2147483647
                number: 99999999999 | number of guard is a number; expected a whole number up to 2147483647
                flag: on         | flag of guard is text; expected true or false
                decimal: "0.2"   | decimal of guard is text; expected a number, as in 0.2
                duration: 10     | duration of guard is a number; expected a number with a unit, as in 500ms, 10s, 5m or 1h
                duration: 1 day  | duration of guard is text; expected a number with a unit, as in 500ms, 10s, 5m or 1h
                object: []       | object of guard is a list; expected an object
                txet: a          | the config of guard has the unknown key "txet"; expected api_key, decimal, duration, flag, number, object, text, texts; did you mean "text"?
                """)
        void in_a_setting_is_found_by_its_type(String setting, String problem) throws IOException {
            assertThat(problems("bundle: {name: b}\nhooks:\n- module: guard\n  config:\n    " + setting + "\n"))
                    .containsExactly("bundle.yaml:5: " + problem);
        }

        @Test
        void is_told_together_with_all_the_others() throws IOException {
            List<String> problems = problems("""
                    bundle: {name: b}
                    session: {max_rounds: many}
                    providers: [nobody]
                    hooks:
                      - {module: guard, config: {number: x, flagg: true}}
                      - {module: nope, priority: x}
                    """);

            assertThat(problems).hasSize(6);
            assertThat(problems).anyMatch(it -> it.startsWith("bundle.yaml:6: the hook.priority is text"));
        }

        @Test
        void does_not_repeat_the_value_which_may_be_a_key() throws IOException {
            String yaml =
                    "bundle: {name: b}\nhooks: [{module: guard, config: {api_key: [sk-verysecret], number: sk-verysecret}}]\n";

            assertThat(problems(yaml)).hasSize(2).noneMatch(it -> it.contains("verysecret"));
        }

        @ParameterizedTest
        @ValueSource(strings = {"hooks: []\n", "bundle: {version: 1}\n", "bundle: {name: ''}\n"})
        void is_a_missing_name(String yaml) throws IOException {
            assertThat(problems(yaml))
                    .containsExactly(
                            "bundle.yaml:1: the bundle has no name; expected bundle: {name: NAME, version: VERSION}");
        }

        @Test
        void hides_nothing_that_could_fool_a_terminal() throws IOException {
            assertThat(problems("bundle: {name: b}\n\"\\e[31mred\": 1\n").getFirst())
                    .doesNotContain("\u001b")
                    .contains("[31mred");
        }
    }

    @Nested
    class A_guards_defaults {

        @Test
        void are_told_of_when_they_are_replaced() throws IOException {
            Bundle bundle = load("""
                    bundle: {name: b}
                    hooks:
                      - {module: guard, config: {texts: [mine], flag: true, number: 5}}
                      - linter
                    """);

            assertThat(bundle.notices())
                    .extracting(BundleProblem::toString)
                    .containsExactly(file + ":3: texts of guard replaces its default: [a, b]");
        }

        @Test
        void are_not_told_of_where_they_hold() throws IOException {
            assertThat(load("bundle: {name: b}\nincludes: [test-base]\nhooks: [guard]\n")
                            .notices())
                    .isEmpty();
            assertThat(loader.builtIn("test-base").notices()).isEmpty();
        }

        @Test
        void and_all_others_are_in_force_where_a_bundle_says_nothing() throws IOException {
            Bundle bundle = TestModules.catalog().withDefaults(load("""
                    bundle: {name: b}
                    providers: [provider-other]
                    hooks: [{module: guard, config: {flag: false, number: 5}}]
                    """));

            assertThat(bundle.hooks().getFirst().settings())
                    .isEqualTo(EventData.of("texts", List.of("a", "b"), "flag", false, "number", 5));
            assertThat(bundle.providers().getFirst().config()).isEqualTo(EventData.of("model", "usual"));
            assertThat(bundle.session().get(SessionKeys.CONTEXT).config())
                    .isEqualTo(EventData.of("max_tokens", 1000, "keep_last", 6));
        }
    }

    @Nested
    class Without_an_agent {

        private final BundleLoader policies = new BundleLoader(TestModules.hooksOnly());

        @Test
        void any_provider_tool_and_context_may_be_named() throws IOException {
            Bundle bundle = policies.load(write("""
                    bundle: {name: policy}
                    session: {context: {module: context-elsewhere, config: {depth: 3}}}
                    providers: [{module: provider-elsewhere, config: {model: m}}]
                    tools: [tool-elsewhere]
                    hooks: [guard]
                    """));

            assertThat(bundle.providers()).extracting(ModuleSpec::module).containsExactly("provider-elsewhere");
            assertThat(bundle.tools()).extracting(ModuleSpec::module).containsExactly("tool-elsewhere");
        }

        @Test
        void hooks_are_checked_all_the_same() throws IOException {
            assertThat(policies.check(write("bundle: {name: policy}\nhooks: [gard]\ntools: [[]]\n")))
                    .hasSize(2);
        }
    }

    @Nested
    class BuiltIn {

        @Test
        void bundles_come_from_the_class_path() {
            Bundle bundle = loader.builtIn("test-base");

            assertThat(bundle.name()).isEqualTo("test-base");
            assertThat(bundle.hooks().getFirst().at()).hasToString("built-in:test-base:8");
        }

        @ParameterizedTest
        @ValueSource(strings = {"nope", "../x", "a/b", "", "A"})
        void ones_that_are_not_there_are_named(String name) {
            assertThatThrownBy(() -> loader.builtIn(name))
                    .isInstanceOf(BundleException.class)
                    .hasMessageContaining("there is no built-in bundle \"" + name + "\"");
        }
    }
}
