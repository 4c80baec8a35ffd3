package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolAnswer.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several calls at once: permitted in order, run beside each other, told in order. */
@Timeout(60)
class CallAllTest {

    private final Recording recording = new Recording();

    private static List<ToolCall> calls(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new ToolCall("id-" + i, "Read", EventData.of("n", i)))
                .toList();
    }

    @Test
    void bodies_run_beside_each_other_after_all_permits_and_before_any_result_is_told() {
        List<String> order = new CopyOnWriteArrayList<>();
        recording.hooks.observe("tool:*", (event, data) -> order.add(event + " " + data.text("tool_call_id")));
        CyclicBarrier together = new CyclicBarrier(3);

        List<ToolAnswer> answers = recording.session().callAll(calls(3), call -> input -> {
            together.await(20, TimeUnit.SECONDS);
            order.add("ran");
            return ToolResult.of("result of " + call.id());
        });

        assertThat(answers).extracting(ToolAnswer::status).containsOnly(Status.RAN);
        assertThat(answers)
                .extracting(ToolAnswer::text)
                .containsExactly("result of id-0", "result of id-1", "result of id-2");
        assertThat(order)
                .containsExactly(
                        "tool:pre id-0",
                        "tool:pre id-1",
                        "tool:pre id-2",
                        "ran",
                        "ran",
                        "ran",
                        "tool:post id-0",
                        "tool:post id-1",
                        "tool:post id-2");
    }

    @Test
    void each_has_its_own_fate() {
        recording.hooks.register(
                "tool:pre", (event, data) -> "id-1".equals(data.text("tool_call_id")) ? HookResult.deny("no") : null);

        List<ToolAnswer> answers = recording.session().callAll(calls(4), call -> input -> {
            if (call.id().equals("id-2")) {
                throw new IllegalStateException("broken");
            }
            return ToolResult.of("fine");
        });

        assertThat(answers)
                .extracting(ToolAnswer::status)
                .containsExactly(Status.RAN, Status.DENIED, Status.FAILED, Status.RAN);
    }

    @Test
    void one_that_may_run_alone_runs_on_the_callers_thread() {
        List<Thread> threads = new ArrayList<>();

        recording.session().callAll(calls(1), call -> input -> {
            threads.add(Thread.currentThread());
            return ToolResult.of("");
        });

        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void none_is_no_trouble() {
        assertThat(recording.session().callAll(List.of(), call -> input -> ToolResult.of("")))
                .isEmpty();
    }

    @Test
    void an_interruption_of_the_caller_ends_them_all_and_stays_set() {
        Thread caller = Thread.currentThread();
        CountDownLatch running = new CountDownLatch(2);

        List<ToolAnswer> answers = recording.session().callAll(calls(2), call -> input -> {
            running.countDown();
            running.await();
            caller.interrupt();
            new CountDownLatch(1).await();
            return ToolResult.of("never");
        });

        assertThat(Thread.interrupted()).isTrue();
        assertThat(answers).extracting(ToolAnswer::status).containsOnly(Status.CANCELLED);
        assertThat(answers).extracting(answer -> answer.post().event()).containsOnly("error:tool");
    }

    @Test
    void trouble_of_the_virtual_machine_is_thrown() {
        assertThatThrownBy(() -> recording.session().callAll(calls(2), call -> input -> {
                    throw new OutOfMemoryError("heap");
                }))
                .isInstanceOf(OutOfMemoryError.class);
    }
}
