package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.hook.HookResult;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HookMountsTest {

    private final Stage stage = new Stage().tool(Stage.echo());
    private final Map<String, List<String>> handlersBefore = stage.hooks.listHandlers();

    /** What the module of a test does when it is mounted. */
    private interface Mounting {
        AutoCloseable mount(Mount mount) throws Exception;
    }

    private record Module(String name, Mounting mounting) implements HookModule {

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
            return mounting.mount(mount);
        }
    }

    private Session start(Script script, boolean required, Mounting mounting) {
        ModuleCatalog installed = ModuleCatalog.installed();
        HookModule first = new Module("first", session -> session.hooks().register("tool:pre", (event, data) -> null));
        HookModule second = new Module("second", mounting);
        return stage.modules(
                        ModuleCatalog.of(List.of(first, second), installed.providers(), installed.tools()),
                        new HookSpec("first", HookConfig.none(), false, Stage.HERE),
                        new HookSpec("second", HookConfig.none(), required, Stage.HERE))
                .start(script);
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
            Script script = Script.of(calls(call("1", "Echo", "text", "x")), text("ok"));

            try (Session session = start(script, false, HookMountsTest::halfWay)) {
                session.prompt("hi");

                assertThat(session.coordinator().collectContributions("session.name"))
                        .isEmpty();
            }
            assertThat(script.sent(1)).last().isEqualTo("echo: x");
            assertThat(stage.only("module:load_failed").text("module")).isEqualTo("second");
            assertThat(stage.only("module:load_failed").object("error").text("message"))
                    .contains("its rules cannot be read");
            assertThat(stage.hooks.listHandlers()).isEqualTo(handlersBefore);
        }

        @Test
        void is_not_even_asked_about_its_own_failure() {
            AtomicInteger heard = new AtomicInteger();
            start(Script.of(), false, session -> {
                        session.hooks().observe("*", (event, data) -> heard.incrementAndGet());
                        throw new IllegalStateException("no");
                    })
                    .close();

            assertThat(heard).hasValue(0);
        }

        @Test
        void takes_the_others_along_if_it_is_required() {
            Script script = Script.of();

            assertThatThrownBy(() -> start(script, true, HookMountsTest::halfWay))
                    .isInstanceOf(SessionException.class)
                    .hasMessageContaining("second")
                    .hasMessageContaining("its rules cannot be read");
            assertThat(stage.hooks.listHandlers()).isEqualTo(handlersBefore);
            assertThat(stage.events()).containsExactly("module:load_failed");
            assertThat(script.closed()).isTrue();
        }
    }

    @Nested
    class A_module_that_cannot_be_used {

        @Test
        void because_it_listens_to_nothing_is_closed() {
            AtomicInteger closed = new AtomicInteger();
            start(Script.of(), false, session -> {
                        mount.registerContributor("session.name", "second", () -> "a name");
                        return closed::incrementAndGet;
                    })
                    .close();

            assertThat(closed).hasValue(1);
            assertThat(stage.all("module:load_failed")).hasSize(1);
        }

        @Test
        void because_it_cannot_be_unmounted_is_not_mounted() {
            start(Script.of(), false, session -> {
                        session.hooks().register("tool:pre", (event, data) -> null);
                        return null;
                    })
                    .close();

            assertThat(stage.all("module:load_failed")).hasSize(1);
            assertThat(stage.hooks.listHandlers()).isEqualTo(handlersBefore);
        }
    }

    @Test
    void what_others_register_meanwhile_stays() {
        start(Script.of(), false, session -> {
                    Thread other =
                            Thread.ofVirtual().start(() -> stage.hooks.register("tool:post", 0, "x", (e, d) -> null));
                    other.join();
                    throw new IllegalStateException("no");
                })
                .close();

        assertThat(stage.hooks.listHandlers("tool:post")).isEqualTo(Map.of("tool:post", List.of("x")));
    }
}
