package dev.carabiner.runtime.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.Injection;
import dev.carabiner.context.InjectionLimits;
import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The journal has the conversation's own order, and a compaction loses nothing that comes in meanwhile. */
class SessionContextConcurrencyTest {

    private static final int THREADS = 8;
    private static final int EACH = 1_500;

    private final JournalRecorder journal = new JournalRecorder();

    private SessionContext context(ContextSettings settings) {
        return new SessionContext(
                settings, InjectionLimits.DEFAULT, Clock.systemUTC(), TokenCounter.approximate(), journal, List.of());
    }

    private interface Doing {
        void once(int thread, int i);
    }

    private static void together(Doing doing) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                int thread = t;
                running.add(threads.submit(() -> {
                    for (int i = 0; i < EACH; i++) {
                        doing.once(thread, i);
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
    }

    @Test
    void the_journal_has_the_messages_in_the_order_of_the_conversation() throws Exception {
        SessionContext context = context(new ContextSettings(10_000_000, 0.8, 0.5, 100, 4));
        together((thread, i) -> {
            String id = thread + ":" + i;
            context.add(Message.toolCall(id, "Read", Map.of()));
            context.inject(Injection.of(id, "hook", "tool:post"));
            context.add(Message.toolResult(id, id));
        });
        context.add(Message.assistant("done"));

        assertThat(context.messages()).hasSize(3 * THREADS * EACH + 1);
        assertThat(journal.messages()).isEqualTo(context.messages());
    }

    @Test
    void what_is_added_during_a_compaction_is_not_lost() throws Exception {
        SessionContext context = context(new ContextSettings(2_000, 0.8, 0.5, 100, 4));
        together((thread, i) -> {
            if (i % 50 == thread) {
                context.compact();
            }
            context.add(new Message(Role.USER, thread + ":" + i, Map.of(), List.of(), null));
        });

        assertThat(journal.messages()).isEqualTo(context.messages());
        assertThat(present(context) + removed(context)).isEqualTo(THREADS * EACH);
    }

    private static long present(SessionContext context) {
        return context.messages().stream()
                .filter(message -> !message.metadata().containsKey("removed_messages"))
                .count();
    }

    private static long removed(SessionContext context) {
        return context.messages().stream()
                .map(message -> message.metadata().get("removed_messages"))
                .mapToLong(count -> count instanceof Number number ? number.longValue() : 0)
                .sum();
    }
}
