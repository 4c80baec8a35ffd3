package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.Message;
import dev.carabiner.engine.SessionException;
import dev.carabiner.engine.bundle.HookKeys;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.session.CancellationToken.Level;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where beginnings, ends and interruptions meet. */
@Timeout(60)
class SessionEdgesTest {

    @TempDir
    Path directory;

    private final AtomicInteger effects = new AtomicInteger();
    private final Stage stage = new Stage().tool(Stage.tool("Act", false, (input, run) -> {
        effects.incrementAndGet();
        return "done";
    }));

    /** A bundle with a guard that denies every tool for as long as it is mounted. */
    private Stage guarded() {
        AgentCatalog installed = AgentCatalog.installed();
        return stage.modules(
                AgentCatalog.of(List.of(new Guard()), installed.providers(), installed.tools()),
                HookSpec.of("deny-all", Stage.HERE));
    }

    private static final class Guard implements HookModule {

        @Override
        public String name() {
            return "deny-all";
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            return mount.hooks().on("tool:pre", (event, data) -> HookResult.deny("never"));
        }
    }

    @Nested
    class No_way_around_the_guards {

        @Test
        void leads_through_a_fork_of_a_session_that_is_over() {
            Session session = guarded().start(Script.of());
            session.close();

            assertThatThrownBy(session::fork).hasMessageContaining("is over");
        }

        @Test
        void leads_through_closing_the_session_from_within() {
            AtomicReference<Session> running = new AtomicReference<>();
            guarded().hooks.on("provider:response", (event, data) -> {
                running.get().close();
                return HookResult.proceed();
            });
            running.set(stage.start(Script.of(calls(call("1", "Act")), text("ok"))));
            running.get().prompt("hi");

            assertThat(effects).hasValue(0);
            assertThat(stage.events()).endsWith("session:end");
            assertThat(stage.all("session:end")).hasSize(1);
        }

        @Test
        void leads_through_a_prompt_within_a_prompt() {
            AtomicReference<Session> running = new AtomicReference<>();
            AtomicReference<String> said = new AtomicReference<>("");
            stage.hooks.on("tool:pre", (event, data) -> {
                try {
                    running.get().prompt("inner");
                } catch (SessionException e) {
                    said.set(e.getMessage());
                }
                return HookResult.proceed();
            });
            running.set(stage.start(Script.of(calls(call("1", "Act")), text("ok"))));
            running.get().prompt("hi");
            running.get().close();

            assertThat(said.get()).contains("busy");
        }
    }

    @Test
    void a_session_that_does_not_begin_leaves_its_provider_closed_and_is_not_listed_as_running(
            @TempDir Path directory) {
        SessionStore store = SessionStore.at(directory);
        HookSpec missing = new HookSpec(
                "missing", EventData.empty(), SectionValues.NONE.with(HookKeys.REQUIRED, true), Stage.HERE);
        stage.modules(AgentCatalog.installed(), missing);
        Script script = Script.of();

        assertThatThrownBy(() -> stage.builder(script).store(store).start())
                .isInstanceOf(SessionException.class)
                .hasMessageContaining("missing is required");
        assertThat(script.closed()).isTrue();
        assertThat(stage.events()).containsExactly("module:load_failed");
        assertThat(store.metadata(store.list().getFirst().id()).status()).isEqualTo(SessionStatus.ERROR);
    }

    @Nested
    class An_immediate_end {

        @Test
        void tells_of_what_was_done_and_of_what_was_cut_off() {
            CountDownLatch quickIsDone = new CountDownLatch(1);
            AtomicReference<Session> running = new AtomicReference<>();
            stage.tool(Stage.tool("Quick", true, (input, run) -> {
                quickIsDone.countDown();
                return "written";
            }));
            stage.tool(Stage.tool("Slow", true, (input, run) -> {
                quickIsDone.await();
                running.get().cancel(Level.IMMEDIATE);
                Thread.sleep(60_000);
                return "never";
            }));
            running.set(stage.start(Script.of(calls(call("1", "Slow"), call("2", "Quick"), call("3", "Act")))));
            TurnResult result = running.get().prompt("hi");
            running.get().close();

            assertThat(result.status()).isEqualTo(TurnStatus.INTERRUPTED);
            assertThat(running.get().messages())
                    .filteredOn(Message::isToolResult)
                    .extracting(Message::text)
                    .satisfiesExactly(
                            cut -> assertThat(cut).contains("may have taken effect"),
                            done -> assertThat(done).isEqualTo("written"),
                            open -> assertThat(open).contains("before this was begun"));
            assertThat(stage.all("tool:post")).hasSize(1);
            assertThat(stage.all("error:tool")).hasSize(1);
            assertThat(effects).hasValue(0);
        }

        @Test
        void does_not_wait_for_a_hook_that_hears_of_it() {
            AtomicReference<Session> running = new AtomicReference<>();
            AtomicReference<Level> level = new AtomicReference<>(Level.NONE);
            stage.hooks.on("cancel:requested", (event, data) -> {
                level.set(running.get().coordinator().cancellation().level());
                return HookResult.proceed();
            });
            running.set(stage.start(Script.of()));
            running.get().cancel(Level.IMMEDIATE);
            running.get().close();

            assertThat(level).hasValue(Level.IMMEDIATE);
        }

        @Test
        void of_a_prompt_is_no_denial() {
            AtomicReference<Session> running = new AtomicReference<>();
            stage.tool(Stage.tool("Stop", false, (input, run) -> {
                running.get().cancel(Level.GRACEFUL);
                return "ok";
            }));
            running.set(stage.start(Script.of(calls(call("1", "Stop"), call("2", "Act")))));
            TurnResult result = running.get().prompt("hi");

            assertThat(result.denied()).isFalse();
            assertThatThrownBy(() -> running.get().prompt("more")).hasMessageContaining("cancelled");
            running.get().close();
        }
    }

    @Nested
    class A_result_that_a_hook_changed {

        @Test
        void may_have_any_shape() {
            stage.hooks.on(
                    "tool:post",
                    (event, data) ->
                            HookResult.modify(data.with("tool_result", "plain").asMap()));
            Script script = Script.of(calls(call("1", "Act"), call("2", "Act")), text("ok"));

            try (Session session = stage.start(script)) {
                assertThat(session.prompt("hi").status()).isEqualTo(TurnStatus.SUCCESS);
            }
            assertThat(script.sent(1)).endsWith("plain", "plain");
        }
    }

    @Nested
    class A_resumed_session {

        @Test
        void keeps_its_bundle_unless_somebody_chooses_another() {
            SessionStore store = SessionStore.at(directory);
            Session session = stage.builder(Script.of()).store(store).start();
            session.close();
            SessionBuilder other = stage.builder(Script.of()).store(store).bundle(Bundles.offline());

            assertThatThrownBy(() -> other.resume(session.id()))
                    .hasMessageContaining("test")
                    .hasMessageContaining("offline");
            other.withAnyBundle().resume(session.id()).close();
        }

        @Test
        void goes_on_counting() {
            SessionStore store = SessionStore.at(directory);
            Session first =
                    stage.builder(Script.of(text("a"), text("b"))).store(store).start();
            first.prompt("1");
            first.prompt("2");
            first.close();
            try (Session second =
                    stage.builder(Script.of(text("c"))).store(store).resume(first.id())) {
                second.prompt("3");
            }
            SessionMetadata known = store.metadata(first.id());

            assertThat(known.turns()).isEqualTo(3);
            assertThat(known.tokens()).isEqualTo(45);
        }
    }

    @Nested
    class A_sub_agent {

        @Test
        void that_was_denied_counts_as_a_denial_and_still_has_a_beginning_and_an_end() {
            stage.agent("helper", "You help.");
            stage.hooks.on("agent:spawn", (event, data) -> HookResult.deny("alone"));
            Script script =
                    Script.of(calls(call("1", "Task", "subagent_type", "helper", "prompt", "x")), text("could not"));

            try (Session session = stage.start(script)) {
                assertThat(session.prompt("hi").denied()).isTrue();
            }
            assertThat(stage.events()).containsSubsequence("session:fork", "agent:spawn", "session:end", "tool:post");
        }
    }
}
