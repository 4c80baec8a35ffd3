package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.engine.EngineStage.Mounting;
import dev.carabiner.engine.bundle.HookKeys;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.Mount;
import dev.carabiner.session.ToolGate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HookMountsTest {

    private final EngineStage stage = new EngineStage();
    private final Map<String, List<String>> handlersBefore = stage.hooks.listHandlers();

    private EngineSession begin(boolean required, Mounting mounting) {
        return stage.module(
                        "first",
                        SectionValues.NONE,
                        session -> session.hooks().register("tool:pre", (event, data) -> null))
                .module("second", SectionValues.NONE.with(HookKeys.REQUIRED, required), mounting)
                .begin();
    }

    private static AutoCloseable halfWay(Mount mount) {
        mount.hooks().on("tool:pre", (event, data) -> HookResult.deny("half a guard"));
        mount.registerContributor("session.name", "second", () -> "half a name");
        throw new IllegalStateException("its rules cannot be read");
    }

    @Nested
    class A_module_that_fails_after_it_has_registered {

        @Test
        void has_no_say_in_the_session_that_goes_on_without_it() {
            try (EngineSession session = begin(false, HookMountsTest::halfWay)) {
                assertThat(session.coordinator().permitTool("Echo", Map.of())).isInstanceOf(ToolGate.Permitted.class);
                assertThat(session.coordinator().collectContributions("session.name"))
                        .isEmpty();
            }
            assertThat(stage.only("module:load_failed").text("module")).isEqualTo("second");
            assertThat(stage.only("module:load_failed").object("error").text("message"))
                    .contains("its rules cannot be read");
            assertThat(stage.hooks.listHandlers()).isEqualTo(handlersBefore);
        }

        @Test
        void is_not_even_asked_about_its_own_failure() {
            AtomicInteger heard = new AtomicInteger();
            begin(false, session -> {
                        session.hooks().observe("*", (event, data) -> heard.incrementAndGet());
                        throw new IllegalStateException("no");
                    })
                    .close();

            assertThat(heard).hasValue(0);
        }

        @Test
        void takes_the_others_along_if_it_is_required() {
            assertThatThrownBy(() -> begin(true, HookMountsTest::halfWay))
                    .isInstanceOfSatisfying(
                            SessionException.class, e -> assertThat(e.denied()).isFalse())
                    .hasMessageContaining("second")
                    .hasMessageContaining("its rules cannot be read");
            assertThat(stage.hooks.listHandlers()).isEqualTo(handlersBefore);
            assertThat(stage.events()).containsExactly("module:load_failed");
        }
    }

    @Nested
    class A_module_that_cannot_be_used {

        @Test
        void because_it_listens_to_nothing_is_closed() {
            AtomicInteger closed = new AtomicInteger();
            begin(false, session -> {
                        session.registerContributor("session.name", "second", () -> "a name");
                        return closed::incrementAndGet;
                    })
                    .close();

            assertThat(closed).hasValue(1);
            assertThat(stage.only("module:load_failed")).isNotNull();
        }

        @Test
        void because_it_cannot_be_unmounted_is_not_mounted() {
            begin(false, session -> {
                        session.hooks().register("tool:pre", (event, data) -> null);
                        return null;
                    })
                    .close();

            assertThat(stage.only("module:load_failed")).isNotNull();
            assertThat(stage.hooks.listHandlers()).isEqualTo(handlersBefore);
        }
    }

    @Test
    void what_others_register_meanwhile_stays() {
        begin(false, session -> {
                    Thread other =
                            Thread.ofVirtual().start(() -> stage.hooks.register("tool:post", 0, "x", (e, d) -> null));
                    other.join();
                    throw new IllegalStateException("no");
                })
                .close();

        assertThat(stage.hooks.listHandlers("tool:post")).isEqualTo(Map.of("tool:post", List.of("x")));
    }
}
