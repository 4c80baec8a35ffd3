package dev.carabiner.approval;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Several systems at once. One that fails leaves the others to answer; only when all have failed has this failed. */
final class FirstAnswer implements ApprovalSystem {

    private final List<ApprovalSystem> systems;

    FirstAnswer(List<ApprovalSystem> systems) {
        this.systems = List.copyOf(systems);
        if (this.systems.isEmpty()) {
            throw new IllegalArgumentException("No approval system is given, so nobody could ever answer");
        }
    }

    @Override
    public String requestApproval(ApprovalRequest request) throws ApprovalTimeoutException, InterruptedException {
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        try {
            CompletionService<String> answers = new ExecutorCompletionService<>(executor);
            systems.forEach(system -> answers.submit(() -> system.requestApproval(request)));
            return firstOf(answers);
        } finally {
            executor.shutdownNow(); // interrupts those still asking; their late answers go nowhere
        }
    }

    private String firstOf(CompletionService<String> answers) throws ApprovalTimeoutException, InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        while (failures.size() < systems.size()) {
            try {
                String answer = answers.take().get();
                if (answer != null) {
                    return answer;
                }
                failures.add(new IllegalStateException("gave no answer"));
            } catch (ExecutionException e) {
                failures.add(e.getCause());
            }
        }
        if (failures.stream().allMatch(ApprovalTimeoutException.class::isInstance)) {
            throw (ApprovalTimeoutException) failures.getFirst();
        }
        throw new ApprovalFailedException(failures);
    }
}
