package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.explain.Explanation;
import dev.carabiner.engine.explain.Flip;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.testkit.TestSeed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Why a policy says what it says. */
class ExplanationTest {

    private static final EventData CALL =
            EventData.of("tool_name", "Bash", "tool_input", Map.of("command", "ls"), "x", 1);

    private static final Logger QUIET = Logger.getLogger("dev.carabiner.hook");

    private final EngineStage stage = new EngineStage();

    @BeforeAll
    static void hooksFailOnPurpose() {
        QUIET.setLevel(Level.OFF);
    }

    @AfterAll
    static void listenAgain() {
        QUIET.setLevel(null);
    }

    private void hook(String name, int priority, HookHandler handler) {
        hook(HookOptions.forEvent("tool:pre").name(name).priority(priority), handler);
    }

    private void hook(HookOptions options, HookHandler handler) {
        stage.module(options.name(), SectionValues.NONE, mount -> mount.hooks().register(options, handler));
    }

    private Explanation explained() {
        try (Judge judge = stage.engine().session("s-1", Path.of("")).judge()) {
            return judge.explain("tool:pre", CALL);
        }
    }

    private static String withoutTimes(String page) {
        return page.replaceAll("[0-9]+\\.[0-9]{2} ms", "T ms").replaceAll(" {2,}", " ");
    }

    @Nested
    class The_page {

        @Test
        void says_who_matched_who_did_not_and_why() {
            hook(HookOptions.forEvent("tool:pre").name("writes").priority(10).tools("Write"), (event, data) -> null);
            hook(
                    "guard",
                    20,
                    (event, data) ->
                            HookResult.ask("Change it?").reason("protected").because("deploy/** matches"));
            hook("scan", 30, (event, data) -> null);
            hook(HookOptions.forEvent("tool:post").name("linter").priority(50), (event, data) -> null);

            assertThat(withoutTimes(explained().text())).isEqualTo("""
                    ASK tool:pre "Change it?" bundle test@1, 4 hooks, 2 matched, T ms
                     10 writes – only for Write
                     20 guard ask T ms deploy/** matches
                     30 scan continue T ms
                     50 linter – only for tool:post
                    combined ask_user outranks continue; answer still needed, default deny after 5 m
                    rules none matches (0 looked at)
                    flips it guard alone: without it → continue
                    """);
        }

        @Test
        void shows_each_change_of_the_data_as_a_diff() {
            hook(
                    "rewrites",
                    1,
                    (event, data) ->
                            HookResult.modify(data.update("tool_input", input -> input.with("command", "ls -la"))
                                    .without("x")));

            assertThat(explained().text())
                    .contains("    -      tool_input.command: \"ls\"\n")
                    .contains("    +      tool_input.command: \"ls -la\"\n")
                    .contains("    -      x: 1\n")
                    .contains("goes on with the data as changed by rewrites");
        }

        @Test
        void says_what_a_failure_counted_as() {
            hook(HookOptions.forEvent("tool:pre").name("guard").guard(), (event, data) -> {
                throw new IllegalStateException("no connection");
            });

            assertThat(explained().text())
                    .startsWith("DENY   tool:pre   \"Guard guard unavailable: no connection\"")
                    .contains("failed")
                    .contains("counts as deny: no connection");
        }

        @Test
        void shows_text_of_hooks_as_text() {
            hook("odd", 1, (event, data) -> HookResult.deny("a\u001B[2Jb\n\u202Ec"));

            assertThat(explained().text()).doesNotContain("\u001B").doesNotContain("\u202E");
        }

        @Test
        void tells_when_two_deny_that_neither_alone_decides() {
            hook("first", 1, (event, data) -> HookResult.deny("no"));
            hook("second", 2, (event, data) -> HookResult.deny("no"));

            assertThat(explained().text())
                    .contains("second  –")
                    .contains("after the deny")
                    .contains("flips it   no single handler");
        }
    }

    @Nested
    class The_JSON {

        @Test
        void has_what_the_text_has() {
            hook("notes", 1, (event, data) -> HookResult.inject("note").ephemeral());
            hook(
                    "rewrites",
                    2,
                    (event, data) ->
                            HookResult.modify(data.update("tool_input", input -> input.with("command", "ls -la"))));
            hook("guard", 3, (event, data) -> HookResult.ask("Sure?").options("Allow once", "Deny"));

            EventData json = explained().json();

            assertThat(json.asMap())
                    .containsEntry("schema", 1)
                    .containsEntry("event", "tool:pre")
                    .containsEntry("action", "ask_user")
                    .containsEntry("decided_by", "guard");
            assertThat(json.object("data").object("tool_input").get("command")).isEqualTo("ls -la");
            assertThat(json.get("injections").toString()).contains("note").contains("ephemeral=true");
            assertThat(json.get("questions").toString()).contains("Sure?").contains("Allow once");
            assertThat(json.get("modifications").toString())
                    .contains("op=replace")
                    .contains("path=/tool_input/command")
                    .contains("was=ls");
            assertThat((List<?>) json.get("runs")).hasSize(3);
            assertThat((List<?>) json.get("flips")).hasSize(1);
        }
    }

    /** A random policy of handlers that each answer in one way, some depending on what those before made of the data. */
    @Nested
    class The_flip {

        private static final int POLICIES = 1_000;
        private static final TestSeed SEED = TestSeed.of(ExplanationTest.class);

        private record Hook(HookOptions options, int kind, int number) {

            HookResult answer(EventData data) {
                int x = data.get("x") instanceof Integer given ? given : 0;
                return switch (kind) {
                    case 0 -> HookResult.deny("no");
                    case 1 -> HookResult.ask("Sure?");
                    case 2 -> HookResult.inject("note");
                    case 3 -> HookResult.modify(data.with("x", number));
                    case 4 -> x == number ? HookResult.deny("it is " + x) : null;
                    case 5 -> x == number ? null : HookResult.ask("Sure of " + x + "?");
                    case 6 -> throw new IllegalStateException("broken");
                    default -> null;
                };
            }
        }

        @Test
        void is_what_really_happens_without_the_handler() {
            int flips = 0;
            for (int i = 0; i < POLICIES; i++) {
                flips += play(SEED.forCase(i), "case " + i + ", " + SEED);
            }
            assertThat(flips).isGreaterThan(POLICIES / 2);
        }

        private int play(SplittableRandom random, String where) {
            List<Hook> hooks = new ArrayList<>();
            for (int id = 0; id <= random.nextInt(6); id++) {
                HookOptions options =
                        HookOptions.forEvent("tool:pre").name("h" + id).priority(random.nextInt(3));
                options = random.nextInt(3) == 0 ? options.guard() : options;
                options = random.nextInt(6) == 0 ? options.tools("Write") : options;
                hooks.add(new Hook(options, random.nextInt(8), random.nextInt(3)));
            }
            Explanation page = explained(hooks);
            for (Hook removed : hooks) {
                List<Hook> rest = hooks.stream().filter(it -> it != removed).toList();
                Action really = explained(rest).outcome().action();
                List<Action> said = page.flips().stream()
                        .filter(flip -> flip.hook().equals(removed.options.name()))
                        .map(Flip::action)
                        .toList();
                assertThat(said)
                        .as("without %s of %s, %s", removed, hooks, where)
                        .isEqualTo(really == page.outcome().action() ? List.of() : List.of(really));
            }
            return page.flips().size();
        }

        private Explanation explained(List<Hook> hooks) {
            EngineStage own = new EngineStage();
            hooks.forEach(hook -> own.module(
                    hook.options.name(),
                    SectionValues.NONE,
                    mount -> mount.hooks().register(hook.options, (event, data) -> hook.answer(data))));
            try (Judge judge = own.engine().session("s-1", Path.of("")).judge()) {
                return judge.explain("tool:pre", CALL);
            }
        }
    }
}
