package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.engine.bundle.AuditKeys;
import dev.carabiner.engine.bundle.BundleException;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.CancellationToken.Level;
import dev.carabiner.session.PermitException;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EngineSessionTest {

    @TempDir
    Path temp;

    private final EngineStage stage = new EngineStage();

    private static boolean permits(EngineSession session) {
        return session.coordinator().permitTool("Bash", Map.of("command", "ls")) instanceof ToolGate.Permitted;
    }

    @Nested
    class One_that_was_left {

        @Test
        void has_not_ended_and_ends_once_when_it_was_taken_up() {
            Path log = temp.resolve("log");
            EngineSession first = stage.engine()
                    .session("s-1", temp)
                    .hooks(stage.hooks)
                    .auditDirectory(log)
                    .begin();
            first.leave();
            first.close();
            assertThat(permits(first)).isFalse();
            assertThat(stage.events()).containsExactly("session:start");

            EngineSession second = stage.engine()
                    .session("s-1", temp)
                    .hooks(stage.hooks)
                    .auditDirectory(log)
                    .mount();
            second.takeUp(true);
            assertThat(permits(second)).isTrue();
            second.close();
            second.leave();
            assertThat(stage.events()).contains("session:start", "session:end").doesNotHaveDuplicates();
        }
    }

    @Nested
    class A_beginning {

        @Test
        void tells_what_is_mounted() {
            stage.module(
                    "guard",
                    SectionValues.NONE,
                    it -> it.hooks().on("tool:pre", (event, data) -> HookResult.deny("no")));

            try (EngineSession session = stage.engine()
                    .session("s-1", temp)
                    .hooks(stage.hooks)
                    .plan(EventData.of("model", "m"))
                    .begin()) {
                assertThat(session.id()).isEqualTo("s-1");
                assertThat(session.coordinator().workingDirectory()).isEqualTo(temp);
                assertThat(permits(session)).isFalse();
            }
            EventData plan = stage.only("session:start").object("mount_plan");
            assertThat(plan.without("digest").without("modules"))
                    .isEqualTo(EventData.of("bundle", "test", "version", "1", "hooks", List.of("guard"), "model", "m"));
            assertThat(plan.text("digest")).matches("[0-9a-f]{64}");
            assertThat(plan.get("modules")).asString().matches("\\[\\{module=guard, digest=[0-9a-f]{64}}]");
        }

        @Test
        void that_a_hook_denies_is_an_end_too() {
            stage.module(
                    "guard",
                    SectionValues.NONE,
                    it -> it.hooks().on("session:start", (event, data) -> HookResult.deny("not today")));

            assertThatThrownBy(stage::begin)
                    .isInstanceOfSatisfying(
                            SessionException.class, e -> assertThat(e.denied()).isTrue())
                    .hasMessageContaining("not today");
            assertThat(stage.events()).containsExactly("session:start", "session:end");
            assertThat(stage.only("session:end").text("reason")).isEqualTo("error");
            assertThat(stage.hooks.listHandlers()).containsOnlyKeys("*");
        }

        @Test
        void that_cannot_be_recorded_is_not_a_denial() {
            AuditLog full = record -> {
                throw new IllegalStateException("disk full");
            };

            assertThatThrownBy(() ->
                            stage.engine().session("s-1", temp).audit(full).begin())
                    .isInstanceOfSatisfying(
                            SessionException.class, e -> assertThat(e.denied()).isFalse())
                    .hasMessageContaining("disk full");
        }

        @Test
        void needs_a_bundle_without_mistakes() throws IOException {
            Path file = Files.writeString(temp.resolve("policy.yaml"), "bundle: {name: p}\nhooks: [nope]\n");

            assertThatThrownBy(() -> Engine.load(file))
                    .isInstanceOf(BundleException.class)
                    .hasMessageContaining("policy.yaml:2: there is no hook module \"nope\"");
        }
    }

    @Nested
    class An_end {

        @Test
        void is_told_once_before_the_hooks_go() {
            AtomicReference<Boolean> heard = new AtomicReference<>(false);
            stage.module(
                    "watcher",
                    SectionValues.NONE,
                    it -> it.hooks().on("session:end", (event, data) -> {
                        heard.set(true);
                        return null;
                    }));
            EngineSession session = stage.begin();
            session.close("timeout", EventData.of("tool_invocations", 3));
            session.close();

            assertThat(heard).hasValue(true);
            assertThat(stage.only("session:end").text("reason")).isEqualTo("timeout");
            assertThat(stage.only("session:end").object("stats")).isEqualTo(EventData.of("tool_invocations", 3));
            assertThat(stage.hooks.listHandlers()).containsOnlyKeys("*");
        }

        @Test
        void tells_what_the_host_has_counted_whichever_way_the_session_is_closed() {
            Engine engine = stage.engine();
            EngineSession session =
                    engine.session("s-1", Path.of("")).hooks(stage.hooks).begin();
            session.counts(() -> EventData.of("tool_invocations", 2));
            engine.close();

            assertThat(stage.only("session:end").object("stats")).isEqualTo(EventData.of("tool_invocations", 2));
        }

        @Test
        void permits_and_redeems_nothing_any_more() {
            EngineSession session = stage.begin();
            SessionCoordinator coordinator = session.coordinator();
            ToolGate.Permitted gate = (ToolGate.Permitted) coordinator.permitTool("Bash", Map.of());
            session.close();

            assertThat(permits(session)).isFalse();
            assertThatThrownBy(() -> coordinator.redeem(gate.permit(), "Bash")).isInstanceOf(PermitException.class);
            assertThatThrownBy(() -> session.child("s-2", new InMemoryContextManager()))
                    .hasMessageContaining("is over");
        }

        @Test
        void from_within_a_hook_of_the_end_does_not_wait_for_itself() {
            AtomicReference<EngineSession> running = new AtomicReference<>();
            stage.hooks.on("session:end", (event, data) -> {
                running.get().close();
                return null;
            });
            running.set(stage.begin());
            running.get().close();

            assertThat(stage.only("session:end")).isNotNull();
        }

        @Test
        void comes_with_the_engines() {
            Engine engine = stage.engine();
            engine.session("s-1", temp).hooks(stage.hooks).begin();
            engine.close();

            assertThat(stage.events()).containsExactly("session:start", "session:end");
        }

        @Test
        void after_a_cancellation_says_so() {
            EngineSession session = stage.begin();
            session.cancel(Level.GRACEFUL);
            session.cancel(Level.GRACEFUL);

            assertThat(permits(session)).isFalse();
            session.close();
            session.cancel(Level.IMMEDIATE);
            assertThat(stage.events())
                    .containsExactly(
                            "session:start", "cancel:requested", "tool:pre", "cancel:completed", "session:end");
            assertThat(stage.only("session:end").text("reason")).isEqualTo("user_exit");
        }
    }

    @Nested
    class A_child {

        @Test
        void passes_the_same_hooks_and_ends_with_its_parent() {
            stage.module(
                    "guard",
                    SectionValues.NONE,
                    it -> it.hooks().on("tool:pre", (event, data) -> HookResult.deny("no")));
            EngineSession session = stage.begin();
            EngineSession child = session.child("s-2", new InMemoryContextManager());
            child.start();

            assertThat(permits(child)).isFalse();
            session.close();
            assertThat(permits(child)).isFalse();
            assertThat(stage.only("session:fork").text("parent_session_id")).isEqualTo("s-1");
            assertThat(stage.seen.stream()
                            .filter(it -> it.event().equals("session:end"))
                            .map(it -> it.data().text("session_id")))
                    .containsExactly("s-2", "s-1");
        }

        @Test
        void leaves_its_parents_hooks_in_place() {
            stage.module(
                    "guard",
                    SectionValues.NONE,
                    it -> it.hooks().on("tool:pre", (event, data) -> HookResult.deny("no")));
            try (EngineSession session = stage.begin()) {
                session.child("s-2", new InMemoryContextManager()).close();

                assertThat(permits(session)).isFalse();
                assertThat(stage.events()).doesNotContain("session:end");
            }
        }
    }

    @Nested
    class What_a_host_brings {

        private EngineSession asking() {
            return stage.module(
                            "guard",
                            SectionValues.NONE,
                            it -> it.hooks().on("tool:pre", (event, data) -> HookResult.ask("May it?")))
                    .begin();
        }

        @Test
        void answers_questions_which_else_are_denied() {
            try (EngineSession session = asking()) {
                assertThat(permits(session)).isFalse();
            }
            stage.builder.approvals(ApprovalSystem.answering("Allow"));
            try (EngineSession session = stage.begin()) {
                assertThat(permits(session)).isTrue();
            }
        }

        @Test
        void may_be_rules() {
            stage.builder.rules(request -> new Ruling.Allowed("rule-1"));
            try (EngineSession session = asking()) {
                assertThat(permits(session)).isTrue();
            }
        }

        @Test
        void may_be_a_directory_for_logs_that_verify() throws IOException {
            stage.builder.auditDirectory(temp);
            stage.session(SectionValues.NONE.with(
                    SessionKeys.AUDIT, SectionValues.NONE.with(AuditKeys.SECRETS, List.of("password"))));
            stage.begin().close();

            assertThat(LogVerifier.verify(temp.resolve("s-1"), null, List.of()).result())
                    .isEqualTo(Verdict.Result.NOT_ANCHORED);
        }

        @Test
        void must_not_lead_its_logs_elsewhere() {
            Engine engine = stage.builder
                    .auditDirectory(temp.resolve("logs"))
                    .with(stage.engine().bundle());

            for (String id : List.of("..", "../x", "a/b", ".hidden")) {
                assertThatThrownBy(() -> engine.begin(id, temp)).hasMessageContaining("name of its log's directory");
            }
            assertThat(temp.resolve("logs")).doesNotExist();
        }

        @Test
        void must_be_a_directory_if_the_bundle_has_secrets_for_the_log() {
            stage.session(SectionValues.NONE.with(
                    SessionKeys.AUDIT, SectionValues.NONE.with(AuditKeys.SECRETS, List.of("password"))));

            assertThatThrownBy(() -> stage.engine().begin("s-1", temp)).hasMessageContaining("anchors or secrets");
        }

        @Test
        void may_be_a_log_that_the_session_closes() throws Exception {
            record Log(List<String> calls) implements AuditLog, AutoCloseable {
                @Override
                public void append(AuditRecord record) {
                    calls.add("append");
                }

                @Override
                public void close() {
                    calls.add("close");
                }
            }
            Log log = new Log(new java.util.concurrent.CopyOnWriteArrayList<>());
            stage.engine().session("s-1", temp).audit(log).begin().close();

            assertThat(log.calls()).contains("append").endsWith("close").containsOnlyOnce("close");
        }
    }
}
