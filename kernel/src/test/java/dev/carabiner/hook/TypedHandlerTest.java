package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.ErrorTool;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventType;
import dev.carabiner.event.Events;
import dev.carabiner.event.ToolPre;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TypedHandlerTest {

    private static final EventData BASH = EventData.of("tool_name", "bash", "tool_input", Map.of("command", "ls"));

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    @Nested
    class ATypedHandler {

        @Test
        void is_given_the_view_and_the_data() {
            registry.on(Events.TOOL_PRE, (view, data) -> {
                assertThat(data).isSameAs(BASH);
                return HookResult.deny(view.toolName() + " " + view.toolInput().text("command"));
            });

            assertThat(registry.emit("tool:pre", BASH).reason()).isEqualTo("bash ls");
        }

        @Test
        void is_given_the_view_of_the_modified_data() {
            registry.register(
                    "tool:pre", -1, "change", (event, data) -> HookResult.modify(data.with("tool_name", "cat")));
            registry.on(Events.TOOL_PRE, (view, data) -> HookResult.inject(view.toolName()));

            assertThat(registry.emit("tool:pre", BASH).result()).isEqualTo(HookResult.inject("cat"));
        }

        @Test
        void obeys_its_options() {
            HookOptions options =
                    HookOptions.forEvent(Events.TOOL_PRE).priority(-3).name("typed");
            registry.on(Events.TOOL_PRE, options, (view, data) -> null);

            HandlerRun run = registry.emit("tool:pre", BASH).runs().getFirst();

            assertThat(List.of(run.name(), run.priority())).isEqualTo(List.of("typed", -3));
        }

        @Test
        void may_be_registered_under_an_alias_of_its_event() {
            var seen = new ArrayList<ErrorTool>();
            registry.on(Events.ERROR_TOOL, HookOptions.forEvent("tool:error"), (view, data) -> {
                seen.add(view);
                return null;
            });

            registry.emit("error:tool", Map.of("tool_name", "bash", "error", Map.of("message", "x")));

            assertThat(seen).extracting(ErrorTool::toolName).containsExactly("bash");
        }

        @Test
        void is_not_called_with_data_that_does_not_fit() {
            HookOptions guard = HookOptions.forEvent("tool:pre").name("guard").onFailure(FailurePolicy.DENY);
            registry.on(Events.TOOL_PRE, guard, (view, data) -> HookResult.proceed());

            HookOutcome outcome = registry.emit("tool:pre", Map.of("tool_name", 7));

            assertThat(outcome.reason()).startsWith("Guard guard unavailable: ").contains("tool_name");
            assertThat(outcome.runs().getFirst().failure().kind()).isEqualTo(HookFailure.Kind.VIEW_MISMATCH);
        }

        @Test
        void may_be_for_an_event_of_ones_own() {
            record Deployed(String target, int replicas) {}
            EventType<Deployed> deployed = EventType.of("release:deployed", Deployed.class);
            registry.on(deployed, (view, data) -> HookResult.inject(view.target() + "*" + view.replicas()));

            HookOutcome outcome = registry.emit("release:deployed", Map.of("target", "eu", "replicas", 3));

            assertThat(outcome.result()).isEqualTo(HookResult.inject("eu*3"));
        }
    }

    @Nested
    class ATypedEmit {

        record Deployed(String targetRegion, @Nullable Integer replicas, List<String> hosts) {}

        @Test
        void gives_handlers_the_components_under_their_snake_case_names() {
            var type = EventType.of("deploy:done", Deployed.class);

            HookOutcome outcome = registry.emit(type, new Deployed("eu", 3, List.of("a")));

            assertThat(outcome.event()).isEqualTo("deploy:done");
            assertThat(outcome.data())
                    .isEqualTo(EventData.of("target_region", "eu", "replicas", 3, "hosts", List.of("a")));
        }

        @Test
        void leaves_out_components_that_are_null() {
            registry.on(Events.TOOL_PRE, (view, data) -> HookResult.inject(view.toolName() + view.sessionId()));

            HookOutcome outcome =
                    registry.emit(Events.TOOL_PRE, new ToolPre(null, "bash", EventData.of("command", null), null));

            assertThat(outcome.result()).isEqualTo(HookResult.inject("bashnull"));
            assertThat(outcome.data())
                    .isEqualTo(EventData.of("tool_name", "bash", "tool_input", EventData.of("command", null)));
        }

        @Test
        void has_the_default_fields_where_the_view_has_none() {
            registry.setDefaultFields(Map.of("session_id", "s-1", "tool_name", "default"));

            HookOutcome outcome = registry.emit(Events.TOOL_PRE, new ToolPre(null, "bash", EventData.empty(), null));

            assertThat(outcome.data().get("session_id")).isEqualTo("s-1");
            assertThat(outcome.data().get("tool_name")).isEqualTo("bash");
        }

        @Test
        void reads_back_as_the_same_view() {
            var view = new ToolPre("s", "bash", EventData.of("a", 1), Instant.parse("2026-01-01T00:00:00Z"));

            assertThat(Events.TOOL_PRE.view(Events.TOOL_PRE.data(view))).isEqualTo(view);
        }
    }

    @Nested
    class A_registrar {

        private final List<HookOptions> options = new ArrayList<>();

        /** Stands before the registry and has its own idea of priorities, as what a module is given does. */
        private final HookRegistrar registrar = new HookRegistrar() {
            @Override
            public Registration register(HookOptions asked, HookHandler handler) {
                return registry.register(changed(asked), handler);
            }

            @Override
            public <V> Registration on(EventType<V> type, HookOptions asked, TypedHandler<V> handler) {
                return registry.on(type, changed(asked), handler);
            }

            @Override
            public Registration observe(HookOptions asked, HookObserver observer) {
                return registry.observe(changed(asked), observer);
            }

            private HookOptions changed(HookOptions asked) {
                options.add(asked);
                return asked.priority(7);
            }
        };

        @Test
        void that_implements_three_methods_is_asked_by_all_others() {
            registrar.register("tool:pre", (event, data) -> null);
            registrar.register("tool:pre", 3, "named", (event, data) -> null);
            registrar.on("tool:pre", (event, data) -> null);
            registrar.on(Events.TOOL_PRE, (view, data) -> null);
            registrar.observe("tool:pre", (event, data) -> {});

            assertThat(options).hasSize(5);
            assertThat(registry.emit("tool:pre", BASH).runs())
                    .hasSize(5)
                    .allSatisfy(run -> assertThat(run.priority()).isEqualTo(7));
        }

        @Test
        void keeps_the_names_that_the_registry_would_generate() {
            assertThat(registrar.observe("tool:pre", new Watching()).name()).isEqualTo("Watching");
        }

        private static final class Watching implements HookObserver {
            @Override
            public void observe(String event, EventData data) {}
        }
    }

    @Nested
    class AnObserver {

        @Test
        void sees_the_event_in_its_turn_and_decides_nothing() {
            var seen = new ArrayList<String>();
            registry.observe("tool:*", (event, data) -> seen.add(event + " " + data.text("tool_name")));

            HookOutcome outcome = registry.emit("tool:pre", BASH);

            assertThat(seen).containsExactly("tool:pre bash");
            assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
            assertThat(outcome.runs()).extracting(HandlerRun::result).containsExactly(HookResult.proceed());
        }

        @Test
        void that_fails_is_taken_by_its_policy() {
            HookOptions strict = HookOptions.forEvent("tool:pre").name("watch").onFailure(FailurePolicy.DENY);
            registry.observe(strict, (event, data) -> {
                throw new IOException("disk full");
            });

            assertThat(registry.emit("tool:pre", BASH).reason()).isEqualTo("Guard watch unavailable: disk full");
        }
    }
}
