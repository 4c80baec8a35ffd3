package dev.carabiner.bench.approvals;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Agents that wait in a store, and how soon each is woken by its decision. */
final class Wakeups {

    private final ApprovalStore waiting;
    private final Deque<ApprovalRequest> pending = new ArrayDeque<>();
    private final Map<String, CompletableFuture<Long>> woken = new ConcurrentHashMap<>();

    Wakeups(ApprovalStore waiting, int agents) {
        this.waiting = waiting;
        for (int i = 0; i < agents; i++) {
            addAgent();
        }
    }

    static ApprovalRequest request(String command) {
        EventData data =
                EventData.of("session_id", "s-1", "tool_name", "Bash", "tool_input", EventData.of("command", command));
        Question question = new Question(
                "guard", "Run this?", List.of("Allow once", "Deny"), Duration.ofHours(2), Decision.DENY, "", "");
        return new ApprovalRequest(
                UUID.randomUUID().toString(),
                "s-1",
                "tool:pre",
                question,
                data,
                ApprovalRequest.digestOf(data),
                Instant.now());
    }

    /** One more that asks and waits. */
    void addAgent() {
        ApprovalRequest request = request("ls");
        waiting.request(request);
        CompletableFuture<Long> mine = new CompletableFuture<>();
        woken.put(request.id(), mine);
        Thread.ofVirtual().start(() -> {
            try {
                waiting.await(request.id(), Duration.ofHours(1));
                mine.complete(System.nanoTime());
            } catch (InterruptedException | RuntimeException e) {
                mine.completeExceptionally(e);
            }
        });
        pending.addLast(request);
    }

    /** The one that has waited longest. */
    ApprovalRequest next() {
        return pending.removeFirst();
    }

    /** When its agent had the decision, by {@link System#nanoTime}; waits for it. */
    long wokenAt(ApprovalRequest request) {
        return woken.remove(request.id())
                .orTimeout(60, java.util.concurrent.TimeUnit.SECONDS)
                .join();
    }
}
