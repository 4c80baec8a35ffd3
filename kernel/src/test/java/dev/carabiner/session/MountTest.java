package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.ToolCall;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolAnswer.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MountTest {

    private interface Mounting {
        AutoCloseable mount(Mount mount, HookConfig config) throws Exception;
    }

    private record Module(Mounting mounting) implements HookModule {

        @Override
        public String name() {
            return "my-module";
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
            return mounting.mount(mount, config);
        }
    }

    private final Recording recording = new Recording();
    private final SessionCoordinator session = recording.session();

    private AutoCloseable mount(HookConfig config, Mounting mounting) throws Exception {
        return session.mount(new Module(mounting), config);
    }

    private static HookConfig config(Integer priority, FailurePolicy policy, Duration timeout) {
        return new HookConfig(EventData.empty(), priority, policy, timeout);
    }

    @Nested
    class What_the_bundle_says {

        @Test
        void of_failures_holds_for_a_handler_that_was_registered_plainly() throws Exception {
            mount(
                    config(null, FailurePolicy.DENY, null),
                    (mount, config) -> mount.hooks().on("tool:pre", (e, data) -> {
                        throw new IllegalStateException("broken");
                    }));

            ToolAnswer answer =
                    session.call(new ToolCall("1", "Bash", EventData.empty()), input -> ToolResult.of("must not run"));

            assertThat(answer.status()).isEqualTo(Status.DENIED);
            assertThat(answer.text()).contains("unavailable: broken");
        }

        @Test
        void of_priority_holds_for_every_kind_of_registration() throws Exception {
            mount(config(7, null, null), (mount, config) -> {
                mount.hooks().register("a:b", (e, data) -> null);
                mount.hooks().register("a:b", -100, "named", (e, data) -> null);
                mount.hooks().register(HookOptions.forEvent("a:b").priority(3), (e, data) -> null);
                mount.hooks().observe("a:b", (e, data) -> {});
                mount.hooks().observe(HookOptions.forEvent("a:b").priority(9), (e, data) -> {});
                mount.hooks().on("a:b", (e, data) -> null);
                return () -> {};
            });

            assertThat(session.emit("a:b", Map.of()).runs())
                    .extracting(HandlerRun::priority)
                    .containsOnly(7)
                    .hasSize(6);
        }

        @Test
        void of_priority_holds_for_typed_handlers() throws Exception {
            mount(config(7, null, null), (mount, config) -> {
                mount.hooks().on(Events.TOOL_PRE, (view, data) -> null);
                mount.hooks().on(Events.TOOL_PRE, HookOptions.forEvent(Events.TOOL_PRE), (view, data) -> null);
                return () -> {};
            });

            assertThat(session.emit("tool:pre", Recording.bash("ls")).runs())
                    .extracting(HandlerRun::priority)
                    .containsExactly(7, 7);
        }

        @Test
        void of_the_timeout_holds_too() throws Exception {
            mount(
                    config(null, FailurePolicy.DENY, Duration.ofMillis(50)),
                    (mount, config) -> mount.hooks().on("a:b", (e, data) -> {
                        new CountDownLatch(1).await();
                        return null;
                    }));

            assertThat(session.emit("a:b", Map.of()).denied()).isTrue();
        }

        @Test
        void leaves_the_module_what_it_does_not_mention() throws Exception {
            mount(HookConfig.none(), (mount, config) -> mount.hooks().register("a:b", 4, "mine", (e, data) -> null));

            HandlerRun run = session.emit("a:b", Map.of()).runs().getFirst();
            assertThat(run.name()).isEqualTo("mine");
            assertThat(run.priority()).isEqualTo(4);
        }
    }

    @Nested
    class A_mount {

        @Test
        void has_what_a_module_needs_of_the_session() throws Exception {
            List<Object> got = new ArrayList<>();
            mount(HookConfig.none(), (mount, config) -> {
                got.add(mount.sessionId());
                got.add(mount.workingDirectory());
                mount.registerContributor("names", "mine", () -> "offered");
                got.addAll(mount.collectContributions("names"));
                return () -> {};
            });

            assertThat(got).containsExactly("s-1", Path.of("").toAbsolutePath(), "offered");
            assertThat(session.collectContributions("names")).containsExactly("offered");
        }

        @Test
        void says_whether_the_session_is_confined_which_its_children_are_too() throws Exception {
            List<Boolean> got = new ArrayList<>();
            Module module = new Module((mount, config) -> {
                got.add(mount.isConfined());
                return () -> {};
            });
            SessionCoordinator confined =
                    SessionCoordinator.builder().sessionId("s-9").confined().build();

            session.mount(module, HookConfig.none());
            confined.mount(module, HookConfig.none());
            confined.child("s-10").build().mount(module, HookConfig.none());

            assertThat(got).containsExactly(false, true, true);
        }

        @Test
        void shows_messages_under_the_modules_name_and_on_the_record() throws Exception {
            mount(HookConfig.none(), (mount, config) -> {
                mount.display().show(new UserMessage("hello", Level.INFO, "hook:somebody-else"));
                return () -> {};
            });

            assertThat(recording.shown).containsExactly(new UserMessage("hello", Level.INFO, "hook:my-module"));
            assertThat(recording.order).containsExactly("message", "message");
        }

        @Test
        void is_neither_the_coordinator_nor_its_registry() throws Exception {
            mount(HookConfig.none(), (mount, config) -> {
                assertThat(mount).isNotInstanceOf(SessionCoordinator.class);
                assertThat(mount.hooks()).isNotInstanceOf(HookRegistry.class);
                return () -> {};
            });
        }
    }

    @Nested
    class Unmounting {

        @Test
        void closes_the_module_and_takes_away_what_it_has_registered() throws Exception {
            List<String> closed = new ArrayList<>();
            var mounted = mount(HookConfig.none(), (mount, config) -> {
                mount.hooks().on("a:b", (e, data) -> HookResult.deny("still there"));
                mount.registerContributor("names", "mine", () -> "still there");
                return () -> closed.add("module");
            });

            mounted.close();

            assertThat(closed).containsExactly("module");
            assertThat(session.emit("a:b", Map.of()).denied()).isFalse();
            assertThat(session.collectContributions("names")).isEmpty();
        }

        @Test
        void happens_even_if_the_module_cannot_be_closed() throws Exception {
            var mounted = mount(HookConfig.none(), (mount, config) -> {
                mount.hooks().on("a:b", (e, data) -> HookResult.deny("still there"));
                return () -> {
                    throw new IllegalStateException("no");
                };
            });

            assertThatThrownBy(mounted::close).hasMessage("no");
            assertThat(session.emit("a:b", Map.of()).denied()).isFalse();
        }

        @Test
        void leaves_nothing_to_register_with() throws Exception {
            List<Mount> kept = new ArrayList<>();
            mount(HookConfig.none(), (mount, config) -> {
                        kept.add(mount);
                        return () -> {};
                    })
                    .close();

            assertThatThrownBy(() -> kept.getFirst().hooks().on("a:b", (e, data) -> null))
                    .hasMessageContaining("unmounted");
        }
    }

    @Nested
    class A_module_that_cannot_be_mounted {

        @Test
        void leaves_nothing_behind() {
            assertThatThrownBy(() -> mount(HookConfig.none(), (mount, config) -> {
                        mount.hooks().on("a:b", (e, data) -> HookResult.deny("half way"));
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");

            assertThat(session.emit("a:b", Map.of()).denied()).isFalse();
        }

        @Test
        void is_also_one_that_gives_nothing_to_unmount_it_with() {
            assertThatThrownBy(() -> mount(HookConfig.none(), (mount, config) -> {
                        mount.hooks().on("a:b", (e, data) -> HookResult.deny("half way"));
                        return null;
                    }))
                    .hasMessageContaining("nothing to unmount it with");

            assertThat(session.emit("a:b", Map.of()).denied()).isFalse();
        }
    }
}
