package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolAnswer.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class GuardedCallTest {

    private static final ToolCall LS = new ToolCall("id-1", "Bash", EventData.of("command", "ls"));

    private final Recording recording = new Recording();
    private final List<EventData> ran = new ArrayList<>();
    private final List<String> heard = new ArrayList<>();
    private final List<EventData> data = new ArrayList<>();

    private final ToolBody body = input -> {
        ran.add(input);
        return ToolResult.of("a.txt");
    };

    private void listen() {
        recording.hooks.observe("*", (event, given) -> {
            heard.add(event);
            data.add(given);
        });
    }

    @Nested
    class A_call_that_is_permitted {

        @Test
        void may_be_made_of_a_map_which_is_copied() {
            Map<String, Object> input = new HashMap<>(Map.of("command", "ls"));
            ToolCall call = new ToolCall("id-1", "Bash", input);
            input.put("command", "rm");

            recording.session().call(call, body);

            assertThat(ran).containsExactly(EventData.of("command", "ls"));
        }

        @Test
        void runs_the_body_between_the_two_events_and_gives_its_output_to_the_model() {
            listen();

            ToolAnswer answer = recording.session().call(LS, body);

            assertThat(answer.status()).isEqualTo(Status.RAN);
            assertThat(answer.text()).isEqualTo("a.txt");
            assertThat(answer.isError()).isFalse();
            assertThat(answer.pre().event()).isEqualTo("tool:pre");
            assertThat(answer.post().event()).isEqualTo("tool:post");
            assertThat(ran).containsExactly(EventData.of("command", "ls"));
            assertThat(heard).containsExactly("tool:pre", "tool:post");
            assertThat(data.get(1).asMap())
                    .containsEntry("tool_name", "Bash")
                    .containsEntry("tool_input", Map.of("command", "ls"))
                    .containsEntry("tool_result", Map.of("success", true, "output", "a.txt"))
                    .containsEntry("success", true)
                    .containsKey("duration_ms");
        }

        @Test
        void gives_the_model_an_object_that_a_hook_made_of_the_output_as_json() {
            recording.hooks.register(
                    "tool:post",
                    (event, given) -> HookResult.modify(given.update(
                            "tool_result", result -> result.with("output", Map.of("files", List.of("a.txt", 1))))));

            assertThat(recording.session().call(LS, body).text()).isEqualTo("{\"files\":[\"a.txt\",1]}");
        }

        @Test
        void runs_with_the_input_that_the_hooks_made_of_it() {
            recording.hooks.register(
                    "tool:pre",
                    (event, given) -> HookResult.modify(given.update("tool_input", in -> in.with("command", "pwd"))));
            listen();

            recording.session().call(LS, body);

            assertThat(ran).containsExactly(EventData.of("command", "pwd"));
            assertThat(data.getLast().object("tool_input")).isEqualTo(EventData.of("command", "pwd"));
        }

        @Test
        void redeems_its_permit_before_the_body_runs() {
            recording.session().call(LS, input -> {
                assertThat(recording.order).endsWith("permit_minted", "permit_used");
                return ToolResult.of("");
            });

            assertThat(recording.order).containsExactly("emit", "permit_minted", "permit_used", "emit");
        }

        @Test
        void tells_the_model_what_the_hooks_left_of_the_result() {
            recording.hooks.register(
                    "tool:post",
                    (event, given) ->
                            HookResult.modify(given.update("tool_result", it -> it.with("output", "[hidden]"))));

            assertThat(recording.session().call(LS, body).text()).isEqualTo("[hidden]");
        }

        @Test
        void has_run_even_if_its_result_is_withheld() {
            recording.hooks.register("tool:post", (event, given) -> HookResult.deny("a secret"));

            ToolAnswer answer = recording.session().call(LS, body);

            assertThat(answer.status()).isEqualTo(Status.RAN);
            assertThat(answer.text()).isEqualTo("Denied by hook: a secret");
            assertThat(answer.isError()).isTrue();
        }

        @Test
        void that_did_not_succeed_is_an_error_to_the_model_and_still_a_result() {
            listen();

            ToolAnswer answer = recording.session().call(LS, input -> ToolResult.failed("exit 1"));

            assertThat(answer.status()).isEqualTo(Status.RAN);
            assertThat(answer.text()).isEqualTo("exit 1");
            assertThat(answer.isError()).isTrue();
            assertThat(heard).containsExactly("tool:pre", "tool:post");
            assertThat(data.getLast().get("success")).isEqualTo(false);
        }

        @Test
        void may_carry_details_that_do_not_replace_success_and_output() {
            listen();

            recording
                    .session()
                    .call(LS, input -> ToolResult.of("out").with("exit_code", 0).with("output", "forged"));

            assertThat(data.getLast().object("tool_result"))
                    .isEqualTo(EventData.of("success", true, "output", "out", "exit_code", 0));
        }
    }

    @Nested
    class A_body_that_throws {

        @Test
        void has_failed_and_the_model_gets_the_message() {
            listen();

            ToolAnswer answer = recording.session().call(LS, input -> {
                throw new IOException("disk full");
            });

            assertThat(answer.status()).isEqualTo(Status.FAILED);
            assertThat(answer.text()).isEqualTo("disk full");
            assertThat(answer.isError()).isTrue();
            assertThat(heard).containsExactly("tool:pre", "error:tool");
            assertThat(data.getLast().object("error"))
                    .isEqualTo(EventData.of("type", "IOException", "message", "disk full"));
        }

        @Test
        void tells_the_model_what_the_hooks_left_of_the_message() {
            recording.hooks.register(
                    "error:tool",
                    (event, given) -> HookResult.modify(given.update("error", it -> it.with("message", "try again"))));

            ToolAnswer answer = recording.session().call(LS, input -> {
                throw new IOException("disk full");
            });

            assertThat(answer.text()).isEqualTo("try again");
        }

        @Test
        void may_throw_an_error_or_something_that_cannot_say_what_it_is() {
            List<Throwable> thrown = List.of(new AssertionError("no"), new StackOverflowError(), new MuteException());
            for (Throwable problem : thrown) {
                ToolAnswer answer = recording.session().call(LS, input -> {
                    if (problem instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) problem;
                });
                assertThat(answer.status()).isEqualTo(Status.FAILED);
                assertThat(answer.text()).isNotBlank();
            }
        }

        @Test
        void is_the_same_as_one_that_gives_no_result() {
            listen();

            ToolAnswer answer = recording.session().call(LS, input -> null);

            assertThat(answer.status()).isEqualTo(Status.FAILED);
            assertThat(answer.text()).isEqualTo("The tool Bash gave no result");
            assertThat(heard).containsExactly("tool:pre", "error:tool");
        }

        @Test
        void because_it_was_interrupted_is_cancelled_and_the_flag_is_kept_and_the_hooks_hear_of_it() {
            listen();

            ToolAnswer answer = recording.session().call(LS, input -> {
                throw new InterruptedException();
            });

            assertThat(Thread.interrupted()).isTrue();
            assertThat(answer.status()).isEqualTo(Status.CANCELLED);
            assertThat(answer.isError()).isTrue();
            assertThat(heard).containsExactly("tool:pre", "error:tool");
        }
    }

    @Test
    void a_body_that_ends_although_it_was_interrupted_has_run_and_the_flag_is_kept() {
        listen();

        ToolAnswer answer = recording.session().call(LS, input -> {
            Thread.currentThread().interrupt();
            return ToolResult.of("done");
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer.status()).isEqualTo(Status.RAN);
        assertThat(answer.text()).isEqualTo("done");
        assertThat(heard).containsExactly("tool:pre", "tool:post");
    }

    @Nested
    class A_call_that_is_refused {

        @Test
        void by_a_hook_does_not_run_and_the_model_is_told_why() {
            recording.hooks.register("tool:pre", (event, given) -> HookResult.deny("not here"));
            listen();

            ToolAnswer answer = recording.session().call(LS, body);

            assertThat(answer.status()).isEqualTo(Status.DENIED);
            assertThat(answer.text()).isEqualTo("Denied by hook: not here");
            assertThat(answer.isError()).isTrue();
            assertThat(answer.post()).isNull();
            assertThat(ran).isEmpty();
            assertThat(heard).isEmpty();
        }

        @Test
        void by_a_human_does_not_run_either() {
            recording.asks(HookResult.ask("Sure?"));

            ToolAnswer answer = recording.answering("Deny").call(LS, body);

            assertThat(answer.status()).isEqualTo(Status.DENIED);
            assertThat(answer.text()).isEqualTo("Denied by hook: User denied: Sure?");
            assertThat(ran).isEmpty();
        }

        @Test
        void by_a_cancellation_is_cancelled() {
            var session = recording.session();
            session.cancellation().requestGraceful();

            ToolAnswer answer = session.call(LS, body);

            assertThat(answer.status()).isEqualTo(Status.CANCELLED);
            assertThat(answer.post()).isNull();
            assertThat(ran).isEmpty();
        }

        @Test
        void by_a_cancellation_that_comes_after_the_permit_is_cancelled_too() {
            var sessions = new ArrayList<SessionCoordinator>();
            sessions.add(recording
                    .builder()
                    .audit(record -> {
                        if (record.type().equals("permit_minted")) {
                            sessions.getFirst().cancellation().requestGraceful();
                        }
                    })
                    .build());

            assertThat(sessions.getFirst().call(LS, body).status()).isEqualTo(Status.CANCELLED);
            assertThat(ran).isEmpty();
        }

        @Test
        void by_a_hook_in_a_cancelled_session_is_denied_by_the_hook() {
            recording.hooks.register("tool:pre", (event, given) -> HookResult.deny("not here"));
            var session = recording.session();
            session.cancellation().requestGraceful();

            assertThat(session.call(LS, body).status()).isEqualTo(Status.DENIED);
        }

        @Test
        void because_the_thread_is_interrupted_is_cancelled_and_the_flag_is_kept() {
            Thread.currentThread().interrupt();

            ToolAnswer answer = recording.session().call(LS, body);

            assertThat(Thread.interrupted()).isTrue();
            assertThat(answer.status()).isEqualTo(Status.CANCELLED);
            assertThat(ran).isEmpty();
        }

        @Test
        void because_the_use_of_the_permit_cannot_be_recorded_does_not_run() {
            var session = recording
                    .builder()
                    .audit(record -> {
                        if (record.type().equals("permit_used")) {
                            throw new IllegalStateException("disk full");
                        }
                    })
                    .build();

            ToolAnswer answer = session.call(LS, body);

            assertThat(answer.status()).isEqualTo(Status.DENIED);
            assertThat(answer.text()).isEqualTo("Denied by hook: Audit log failed: disk full");
            assertThat(ran).isEmpty();
        }
    }
}
