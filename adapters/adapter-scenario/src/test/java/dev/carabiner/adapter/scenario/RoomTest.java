package dev.carabiner.adapter.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.ToolCall;
import dev.carabiner.engine.Engine;
import dev.carabiner.event.EventData;
import dev.carabiner.host.Conversations;
import dev.carabiner.host.Turn;
import dev.carabiner.host.TurnEnd;
import dev.carabiner.session.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which conversation ends when there are too many. */
@Timeout(120)
class RoomTest {

    private final TestPolicy policy = new TestPolicy();

    private static void prompt(Turn turn) {
        turn.submit("go");
        turn.call(new ToolCall("1", "look", EventData.empty()), List::of, input -> {
            Thread.yield();
            return ToolResult.of("seen");
        });
        turn.end(TurnEnd.SUCCESS, "done", "test");
    }

    /** Room is made all the time here, and a conversation that is about to begin its first turn is the one to go. */
    @Test
    void no_conversation_ends_between_its_beginning_and_its_first_turn() throws Exception {
        int threads = 8;
        int prompts = 150;
        AtomicInteger failed = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(1);
        try (Engine engine = policy.engine();
                Conversations conversations =
                        Conversations.builder(engine).atMost(1).build()) {
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                String name = "t" + i + "-";
                all.add(Thread.ofPlatform().start(() -> {
                    try {
                        start.await();
                        for (int j = 0; j < prompts; j++) {
                            prompt(conversations.turn(name + j));
                        }
                    } catch (Exception e) {
                        failed.incrementAndGet();
                    }
                }));
            }
            start.countDown();
            for (Thread thread : all) {
                thread.join();
            }
        }

        assertThat(failed.get()).isZero();
        Set<String> over = new HashSet<>();
        List<String> afterTheEnd = new ArrayList<>();
        for (TestPolicy.Seen seen : policy.seen()) {
            String session = seen.data().text("session_id");
            if (seen.event().equals("session:end")) {
                over.add(session);
            } else if (over.contains(session)) {
                afterTheEnd.add(seen.event() + " of " + session);
            }
        }
        assertThat(afterTheEnd).isEmpty();
        assertThat(policy.all("tool:post")).hasSize(threads * prompts);
    }

    @Test
    void one_that_works_stays_and_the_one_that_was_unused_longest_goes() {
        try (Engine engine = policy.engine();
                Conversations conversations =
                        Conversations.builder(engine).atMost(2).build()) {
            Turn working = conversations.turn("a");
            prompt(conversations.turn("b"));
            prompt(conversations.turn("c"));

            assertThat(policy.all("session:end"))
                    .extracting(it -> it.text("session_id"))
                    .containsExactly("b");
            working.end(TurnEnd.SUCCESS, "done", "test");
        }
    }

    @Test
    void one_that_is_unused_ends_after_a_while_and_the_next_prompt_begins_another() throws Exception {
        try (Engine engine = policy.engine();
                Conversations conversations = Conversations.builder(engine)
                        .idleAfter(Duration.ofMillis(200))
                        .build()) {
            prompt(conversations.turn("a"));
            while (conversations.size() > 0) {
                Thread.sleep(10);
            }
            prompt(conversations.turn("a"));

            assertThat(policy.all("session:end")).hasSize(1);
            assertThat(policy.all("session:start")).hasSize(2);
        }
    }
}
