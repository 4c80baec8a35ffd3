package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import dev.carabiner.testkit.TestRequests;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A program that fills a store until that takes nothing more, goes on when there is space, and says what it sees. */
final class FilledStore {

    private static final int MOST = 5_000;

    private FilledStore() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(Path.of(args[0]))) {
            ApprovalStore store = database.store();
            ApprovalRequest first = TestRequests.about("ls");
            store.request(first);
            out.println("asked " + first.id());
            System.in.read(); // until the disk is small
            fill(store, out);
            out.println("reads " + store.read(first.id()).state());
            out.println("calls " + called(store));
            out.println("votes " + voted(store, first));
            System.in.read(); // until there is space
            ApprovalRequest later = TestRequests.about("ls");
            store.request(later);
            out.println("asked " + later.id());
            out.println("votes " + voted(store, first));
        }
    }

    private static void fill(ApprovalStore store, PrintStream out) {
        for (int i = 0; i < MOST; i++) {
            ApprovalRequest request = TestRequests.about("ls");
            try {
                store.request(request);
                out.println("asked " + request.id());
            } catch (ApprovalStoreException e) {
                out.println("full " + request.id() + " " + e.getMessage());
                return;
            }
        }
    }

    private static String voted(ApprovalStore store, ApprovalRequest request) {
        try {
            return store.decide(request.id(), request.digest(), "ann", "desk", "Allow once", true, "")
                    .getClass()
                    .getSimpleName();
        } catch (ApprovalStoreException e) {
            return "failed";
        }
    }

    private static String called(ApprovalStore store) {
        HookRegistry hooks = new HookRegistry();
        hooks.register("tool:pre", (event, data) -> HookResult.ask("Run this?"));
        ToolAnswer answer = SessionCoordinator.builder()
                .sessionId("s-2")
                .hooks(hooks)
                .approvalStore(store)
                .channels(List.of(pending -> () -> {}))
                .build()
                .call(
                        new ToolCall("c", "Bash", EventData.of("command", "x".repeat(500_000))),
                        input -> ToolResult.of("it ran"));
        return answer.status() + " " + answer.text();
    }
}
