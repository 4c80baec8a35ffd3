package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.explain.Explanation;
import dev.carabiner.engine.explain.Judgement;
import dev.carabiner.engine.explain.PolicyVerdict;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventNameException;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A policy that events are put before without any effect. */
class JudgeTest {

    private static final EventData PUSH = EventData.of("command", "git push");

    private final EngineStage stage = new EngineStage();

    private EngineStage hook(String name, HookResult answer) {
        return stage.module(
                name,
                SectionValues.NONE,
                mount -> mount.hooks().register(HookOptions.forEvent("tool:pre").name(name), (event, data) -> answer));
    }

    private Judge judge() {
        return stage.engine().session("s-1", Path.of("")).judge();
    }

    @Nested
    class A_call {

        @Test
        void passes_is_asked_about_or_denied() {
            hook("guard", null);
            stage.module(
                    "shell",
                    SectionValues.NONE,
                    mount -> mount.hooks().register("tool:pre", (event, data) -> switch (String.valueOf(
                            data.object("tool_input").get("command"))) {
                        case "rm" -> HookResult.deny("no");
                        case "git push" -> HookResult.ask("Sure?");
                        default -> HookResult.inject("note");
                    }));

            try (Judge judge = judge()) {
                assertThat(judge.call("Bash", PUSH).verdict()).isEqualTo(PolicyVerdict.ASK);
                assertThat(judge.call("Bash", EventData.of("command", "rm")).verdict())
                        .isEqualTo(PolicyVerdict.DENY);
                assertThat(judge.call("Bash", EventData.of("command", "ls")).verdict())
                        .isEqualTo(PolicyVerdict.PASS);
            }
        }

        @Test
        void that_a_hook_turned_into_another_tool_is_refused() {
            hook("changes", HookResult.modify(Map.of("tool_name", "Write", "tool_input", Map.of())));

            try (Judge judge = judge()) {
                Judgement judgement = judge.call("Bash", PUSH);

                assertThat(judgement.outcome().action()).isEqualTo(Action.CONTINUE);
                assertThat(judgement.verdict()).isEqualTo(PolicyVerdict.DENY);
                assertThat(judgement.reason()).contains("changed tool_name from Bash to Write");
            }
        }

        @Test
        void is_denied_while_the_lockdown_is_on(@TempDir Path home) throws Exception {
            hook("guard", null);
            Lockdown lockdown = Lockdown.at(home);
            stage.builder.lockdown(lockdown);
            lockdown.turnOn();

            try (Judge judge = judge()) {
                assertThat(judge.call("Bash", PUSH).verdict()).isEqualTo(PolicyVerdict.DENY);
                assertThat(judge.explain("tool:pre", EventData.of("tool_name", "Bash"))
                                .handlers())
                        .hasSize(2);
            }
        }

        @Test
        void can_be_judged_thousands_of_times_by_several_threads() {
            hook("asks", HookResult.ask("Sure?"));

            try (Judge judge = judge()) {
                long asked = IntStream.range(0, 5_000)
                        .parallel()
                        .filter(i -> judge.call("Bash", EventData.of("command", "git push " + i))
                                        .verdict()
                                == PolicyVerdict.ASK)
                        .count();

                assertThat(asked).isEqualTo(5_000);
            }
        }
    }

    @Nested
    class Nobody {

        @Test
        void is_asked_and_nothing_is_emitted_beside_the_event() {
            AtomicInteger asked = new AtomicInteger();
            stage.builder.approvals((ApprovalSystem) request -> {
                asked.incrementAndGet();
                return "Allow";
            });
            hook("asks", HookResult.ask("Sure?"));
            stage.module(
                    "watches",
                    SectionValues.NONE,
                    mount -> mount.hooks()
                            .observe("*", (event, data) -> stage.seen.add(new EngineStage.Seen(event, data))));

            try (Judge judge = judge()) {
                judge.call("Bash", PUSH);
                judge.explain("tool:pre", EventData.of("tool_name", "Bash", "tool_input", PUSH));
            }

            assertThat(asked).hasValue(0);
            assertThat(stage.events()).containsOnly("tool:pre");
        }
    }

    @Nested
    class Rules {

        @TempDir
        Path directory;

        private Judge judge(HookResult answer) throws Exception {
            HookModule asks = new HookModule() {
                @Override
                public String name() {
                    return "asks";
                }

                @Override
                public AutoCloseable mount(Mount mount, HookConfig config) {
                    return mount.hooks()
                            .register(HookOptions.forEvent("tool:pre").name("asks"), (event, data) -> answer);
                }
            };
            Path bundle = Files.writeString(directory.resolve("bundle.yaml"), """
                bundle: {name: ruled, version: 3}
                session: {rules: rules.txt}
                hooks: [{module: asks}]
                """);
            ModuleCatalog catalog = ModuleCatalog.of(List.of(asks));
            return Engine.builder()
                    .catalog(catalog)
                    .with(new BundleLoader(catalog).load(bundle))
                    .session("s-1", directory)
                    .judge();
        }

        private ApprovalRules rules() {
            return new ApprovalRules(RuleStore.inFile(directory.resolve("rules.txt")), directory);
        }

        @Test
        void that_would_answer_are_named_and_not_used_up() throws Exception {
            rules().add(ApprovalRule.allow("once", "asks", "Bash", InputPattern.shell("command", "git push"))
                    .uses(1));
            rules().add(ApprovalRule.deny("never", "asks", "Write", new InputPattern.Any()));

            try (Judge judge = judge(HookResult.ask("Sure?"))) {
                judge.call("Bash", PUSH);
                Judgement allowed = judge.call("Bash", PUSH);
                Judgement denied = judge.call("Write", EventData.of("file_path", "a"));
                Judgement asked = judge.call("Edit", EventData.of("file_path", "a"));

                assertThat(allowed.verdict()).isEqualTo(PolicyVerdict.PASS);
                assertThat(allowed.rules().getFirst().rule()).isEqualTo("once");
                assertThat(denied.verdict()).isEqualTo(PolicyVerdict.DENY);
                assertThat(denied.decidedBy()).isEqualTo("rule never");
                assertThat(asked.verdict()).isEqualTo(PolicyVerdict.ASK);
            }
            assertThat(rules().list().getFirst().usesLeft()).isEqualTo(1);
        }

        @Test
        void are_counted_in_the_explanation() throws Exception {
            rules().add(ApprovalRule.allow("pushes", "asks", "Bash", InputPattern.shell("command", "git push")));

            try (Judge judge = judge(HookResult.ask("Sure?"))) {
                Explanation page = judge.explain("tool:pre", EventData.of("tool_name", "Bash", "tool_input", PUSH));

                assertThat(page.text()).contains("rules      pushes allows what asks asks (1 looked at)");
                assertThat(page.bundle()).isEqualTo("ruled@3");
                assertThat(page.json().get("action")).isEqualTo("ask_user");
            }
        }
    }

    @Test
    void is_over_when_it_is_closed() {
        AtomicInteger closed = new AtomicInteger();
        stage.module("counts", SectionValues.NONE, mount -> {
            mount.hooks().register("tool:pre", (event, data) -> null);
            return closed::incrementAndGet;
        });
        Judge judge = judge();

        judge.close();
        judge.close();

        assertThat(closed).hasValue(1);
        assertThat(judge.handlers()).isEmpty();
    }

    @Test
    void judges_no_pattern() {
        try (Judge judge = judge()) {
            assertThatThrownBy(() -> judge.judge("tool:*", EventData.empty()))
                    .isInstanceOf(InvalidEventNameException.class);
        }
    }
}
