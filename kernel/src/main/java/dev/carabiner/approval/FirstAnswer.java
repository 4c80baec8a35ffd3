package dev.carabiner.approval;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Several systems at once. One that fails leaves the others to answer; only when all have failed has this failed. */
final class FirstAnswer implements ApprovalSystem {

    /** What one of them came to. Exactly one of the two is there. */
    private record Result(@Nullable String option, @Nullable Throwable failure) {}

    private final List<ApprovalSystem> systems;

    FirstAnswer(List<ApprovalSystem> systems) {
        this.systems = List.copyOf(systems);
        if (this.systems.isEmpty()) {
            throw new IllegalArgumentException("No approval system is given, so no answer could ever come");
        }
    }

    @Override
    public List<ApprovalChannel> parts() {
        return systems.stream().flatMap(system -> system.parts().stream()).toList();
    }

    /** For callers that wrap it; the kernel offers a question to the parts instead. */
    @Override
    public String requestApproval(ApprovalRequest request) throws ApprovalTimeoutException, InterruptedException {
        BlockingQueue<Result> results = new LinkedBlockingQueue<>();
        List<Thread> threads = systems.stream()
                .map(system -> Thread.ofVirtual()
                        .name("carabiner-approval-" + request.id())
                        .start(ChannelScope.carried(() -> results.add(ask(system, request)))))
                .toList();
        try {
            return firstOf(results);
        } finally {
            threads.forEach(Thread::interrupt); // those still asking; their late answers go nowhere
        }
    }

    private static Result ask(ApprovalSystem system, ApprovalRequest request) {
        try {
            String option = system.requestApproval(request);
            return option == null
                    ? new Result(null, new IllegalStateException("it gave no answer"))
                    : new Result(option, null);
        } catch (Throwable e) { // of any kind: the thread that waits is to hear of it
            return new Result(null, e);
        }
    }

    private String firstOf(BlockingQueue<Result> results) throws ApprovalTimeoutException, InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        while (failures.size() < systems.size()) {
            Result result = results.take();
            if (result.option() != null) {
                return result.option();
            }
            failures.add(result.failure());
        }
        if (failures.stream().allMatch(ApprovalTimeoutException.class::isInstance)) {
            throw (ApprovalTimeoutException) failures.getFirst();
        }
        throw ApprovalFailedException.of(failures);
    }
}
