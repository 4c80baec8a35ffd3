package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.event.InvalidEventNameException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Rule 11: every handler is listed, under a name that it always has. */
class HandlerListingTest {

    private static final HookHandler NOTHING = (event, data) -> null;

    private final HookRegistry registry = new HookRegistry();

    @Nested
    class Listing {

        @Test
        void has_the_names_of_each_event_in_running_order() {
            registry.register("tool:pre", 5, "late", NOTHING);
            registry.register("tool:post", 0, "other", NOTHING);
            registry.register("tool:pre", -5, "early", NOTHING);
            registry.register("tool:pre", 5, "later", NOTHING);

            assertThat(registry.listHandlers())
                    .containsOnly(
                            entry("tool:pre", List.of("early", "late", "later")), entry("tool:post", List.of("other")));
        }

        @Test
        void has_no_event_without_handlers() {
            registry.register("tool:pre", NOTHING).close();
            registry.emit("tool:post", Map.of());

            assertThat(registry.listHandlers()).isEmpty();
        }

        @Test
        void uses_the_canonical_name_of_an_alias() {
            registry.register("tool:error", 0, "by alias", NOTHING);
            registry.register("error:tool", 0, "by name", NOTHING);

            assertThat(registry.listHandlers()).containsOnly(entry("error:tool", List.of("by alias", "by name")));
            assertThat(registry.listHandlers("tool:error")).isEqualTo(registry.listHandlers("error:tool"));
        }

        @Test
        void has_patterns_under_themselves() {
            registry.register("tool:*", 0, "tools", NOTHING);
            registry.register("*", 0, "all", NOTHING);
            registry.register("tool:pre", 0, "exact", NOTHING);

            assertThat(registry.listHandlers())
                    .containsOnly(
                            entry("tool:*", List.of("tools")),
                            entry("*", List.of("all")),
                            entry("tool:pre", List.of("exact")));
            assertThat(registry.listHandlers("tool:*")).containsExactly(entry("tool:*", List.of("tools")));
        }

        @Test
        void of_an_unknown_event_is_an_empty_list() {
            assertThat(registry.listHandlers("x:y")).containsExactly(entry("x:y", List.of()));
        }

        @Test
        void of_a_text_that_is_no_event_is_refused() {
            assertThatThrownBy(() -> registry.listHandlers("Tool:Pre"))
                    .isInstanceOf(InvalidEventNameException.class)
                    .hasMessageContaining("Tool:Pre");
        }

        @Test
        void has_each_of_several_handlers_with_one_name() {
            registry.register("a:b", 0, "same", NOTHING);
            registry.register("a:b", 0, "same", NOTHING);

            assertThat(registry.listHandlers("a:b")).containsExactly(entry("a:b", List.of("same", "same")));
        }

        @Test
        void cannot_be_changed_and_does_not_change() {
            registry.register("a:b", 0, "one", NOTHING);
            Map<String, List<String>> listing = registry.listHandlers();
            registry.register("a:b", 0, "two", NOTHING);

            assertThat(listing).containsExactly(entry("a:b", List.of("one")));
            assertThatThrownBy(listing::clear).isInstanceOf(UnsupportedOperationException.class);
            assertThatThrownBy(() -> listing.get("a:b").add("x")).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Nested
    class GeneratedNames {

        @Test
        void are_the_simple_name_of_a_class() {
            assertThat(registry.register("a:b", new LinterHook()).name()).isEqualTo("LinterHook");
            assertThat(registry.observe("a:b", new AuditObserver()).name()).isEqualTo("AuditObserver");
        }

        @Test
        void are_numbered_for_lambdas_method_references_and_anonymous_classes() {
            HookHandler anonymous = new HookHandler() {
                @Override
                public HookResult handle(String event, EventData data) {
                    return null;
                }
            };

            assertThat(registry.register("a:b", (event, data) -> null).name()).isEqualTo("hook-1");
            assertThat(registry.register("a:b", HandlerListingTest::handle).name())
                    .isEqualTo("hook-2");
            assertThat(registry.register("a:b", anonymous).name()).isEqualTo("hook-3");
            assertThat(registry.observe("a:b", (event, data) -> {}).name()).isEqualTo("hook-4");
            assertThat(registry.on(Events.TOOL_PRE, (view, data) -> null).name())
                    .isEqualTo("hook-5");
        }

        @Test
        void are_the_same_in_every_registry_and_in_the_run() {
            registry.register("a:b", new LinterHook());
            registry.register("a:b", NOTHING);
            var other = new HookRegistry();

            assertThat(other.register("a:b", NOTHING).name()).isEqualTo("hook-1");
            assertThat(registry.emit("a:b", Map.of()).runs())
                    .extracting(HandlerRun::name)
                    .containsExactly("LinterHook", "hook-1");
        }

        @Test
        void are_not_used_where_a_name_is_given() {
            registry.register("a:b", 0, "given", NOTHING);

            assertThat(registry.register("a:b", NOTHING).name()).isEqualTo("hook-1");
        }
    }

    private static HookResult handle(String event, EventData data) {
        return null;
    }

    private static final class LinterHook implements HookHandler {
        @Override
        public HookResult handle(String event, EventData data) {
            return null;
        }
    }

    private static final class AuditObserver implements HookObserver {
        @Override
        public void observe(String event, EventData data) {}
    }
}
