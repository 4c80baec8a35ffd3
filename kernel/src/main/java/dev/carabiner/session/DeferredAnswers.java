package dev.carabiner.session;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The decisions that callers did not wait for, by the id of the request: those still to come, and the last thousand that
 * have come and were not asked about again. An older one is found in the store, and is then recorded and announced a
 * second time.
 */
final class DeferredAnswers {

    private static final int MOST_KEPT = 1_000;

    private final Map<String, CompletableFuture<Conclusion.Decided>> answers = new ConcurrentHashMap<>();
    private final Queue<String> decided = new ConcurrentLinkedQueue<>();
    private final AtomicInteger decidedCount = new AtomicInteger();

    /** For a request that is waited for from now on. */
    CompletableFuture<Conclusion.Decided> begun(String request) {
        CompletableFuture<Conclusion.Decided> answer = new CompletableFuture<>();
        answers.put(request, answer);
        return answer;
    }

    /** The decision, or the one to come; null if the request is not known here. */
    @Nullable
    CompletableFuture<Conclusion.Decided> of(String request) {
        return answers.get(request);
    }

    /** The wait for it is over. */
    void ended(String request) {
        decided.add(request);
        if (decidedCount.incrementAndGet() > MOST_KEPT) {
            String oldest = decided.poll();
            if (oldest != null) {
                decidedCount.decrementAndGet();
                answers.remove(oldest);
            }
        }
    }

    /** The caller has it. */
    void taken(String request) {
        answers.remove(request);
    }
}
