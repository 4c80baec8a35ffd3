package dev.carabiner.storetests;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.testkit.TestRequests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

/** Agents that ask and wait, two attempts for each that race to use what was allowed, and people who decide. */
final class Traffic implements AutoCloseable {

    private static final int AGENTS = 12;
    private static final int DESKS = 4;

    private final List<ApprovalStore> hubs;
    private final Ledger ledger;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ending;

    Traffic(List<ApprovalStore> hubs, Ledger ledger) {
        this.hubs = hubs;
        this.ledger = ledger;
        for (int i = 0; i < AGENTS; i++) {
            ApprovalStore mine = hubs.get(i % hubs.size());
            threads.add(Thread.ofVirtual().start(() -> repeat(() -> agent(mine))));
        }
        for (int i = 0; i < DESKS; i++) {
            ApprovalStore mine = hubs.get(i % hubs.size());
            String voter = "person-" + i;
            threads.add(Thread.ofVirtual().start(() -> repeat(() -> desk(mine, voter))));
        }
    }

    /** Until it ends; a call that fails is counted, and tried anew. */
    private void repeat(BooleanSupplier step) {
        while (!ending) {
            try {
                if (!step.getAsBoolean()) {
                    return;
                }
            } catch (RuntimeException e) {
                ledger.failed();
            }
        }
    }

    private boolean agent(ApprovalStore store) {
        ApprovalRequest request = TestRequests.about("ls");
        store.request(request);
        ledger.asked(request.id());
        try {
            while (!ending && store.await(request.id(), Duration.ofMillis(500)).decision() == null) {
                continue; // the desks have others to decide
            }
            Thread other = Thread.ofVirtual().start(() -> attempt(hubs.getLast(), request));
            attempt(store, request);
            other.join();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    /** One attempt to run it: what is not certain is asked again, by the same attempt. */
    private void attempt(ApprovalStore store, ApprovalRequest request) {
        String attempt = UUID.randomUUID().toString();
        if (certain(() -> store.consume(request.id(), request.digest(), attempt))) {
            ledger.ran(request.id());
            certain(() -> {
                store.finish(request.id(), attempt, Execution.EXECUTED);
                return true;
            });
        }
    }

    private boolean certain(BooleanSupplier call) {
        for (int i = 0; i < 20; i++) {
            try {
                return call.getAsBoolean();
            } catch (RuntimeException e) {
                ledger.failed();
            }
        }
        return false;
    }

    private boolean desk(ApprovalStore store, String voter) {
        List<StoredApproval> waiting = store.pending(null, 20);
        if (waiting.isEmpty()) {
            Thread.onSpinWait();
            return true;
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        StoredApproval one = waiting.get(random.nextInt(waiting.size()));
        boolean allow = random.nextInt(4) > 0;
        String option = allow ? "Allow once" : "Deny";
        ledger.tried(one.id(), voter, option);
        VoteResult result = store.decide(one.id(), one.request().digest(), voter, "desk", option, allow, "");
        if (result instanceof VoteResult.Won) {
            ledger.won(one.id(), voter, option);
        }
        return true;
    }

    /** Returns when all of it has ended. */
    @Override
    public void close() throws InterruptedException {
        ending = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
