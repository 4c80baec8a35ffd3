package dev.carabiner.session;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalTimeoutException;
import dev.carabiner.approval.ApprovalUnreachableException;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.display.Throwables;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One stored request from its offer to its decision. The thread that asks waits in the store; each channel has a thread
 * of its own, so that none can hold up another or outlast the time.
 */
final class Asking {

    /** How long the store is waited in at first: a decision that the store could not take is seen after this. */
    private static final long FIRST_SLICE = TimeUnit.SECONDS.toNanos(2);

    /** Each wait is twice as long as the one before, up to this: a hundred thousand that wait must not keep the store busy. */
    private static final long LONGEST_SLICE = TimeUnit.SECONDS.toNanos(60);

    /** So much before the end of the time, or a tenth of the time, a channel that gives up has not given up early. */
    private static final long LEEWAY = TimeUnit.SECONDS.toNanos(1);

    /** How long channels have to take the question away before they are interrupted. */
    private static final Duration GRACE = Duration.ofMillis(100);

    private final ApprovalRequest request;
    private final ApprovalStore store;
    private final Recorder recorder;
    private final List<ChannelOffer> offers = new ArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final CompletableFuture<ApprovalDecision> decided = new CompletableFuture<>();
    private final long began = System.nanoTime();
    private Runnable stopListening = () -> {};

    Asking(ApprovalRequest request, ApprovalStore store, List<ApprovalChannel> channels, Recorder recorder) {
        this.request = request;
        this.store = store;
        this.recorder = recorder;
        ChannelOffer before = null;
        for (ApprovalChannel channel : channels) {
            before = new ChannelOffer(this, channel, before, recorder);
            offers.add(before);
        }
    }

    ApprovalRequest request() {
        return request;
    }

    ApprovalStore store() {
        return store;
    }

    CompletableFuture<ApprovalDecision> decided() {
        return decided;
    }

    /** From now on the end of the session and a cancellation end the request, also if they have been. */
    void listenTo(Lifecycle lifecycle, CancellationToken cancellation) {
        lifecycle.opened(this);
        CancellationToken.Listening listening = cancellation.onRequest(this::cancelled);
        stopListening = () -> {
            listening.close();
            lifecycle.closed(this);
        };
    }

    /** Offers the request to the channels in their order, waits for the decision, and has the question taken away. */
    ApprovalDecision ask() {
        try {
            if (!decided.isDone()) {
                offers.forEach(ChannelOffer::start);
            }
            return await();
        } finally {
            stopListening.run();
            takeAway();
        }
    }

    private ApprovalDecision await() {
        long until = System.nanoTime() + TimeUnit.NANOSECONDS.convert(request.timeout());
        long slice = FIRST_SLICE;
        try {
            while (!decided.isDone()) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    end(How.TIMEOUT, "");
                } else {
                    look(store.await(request.id(), Duration.ofNanos(Math.min(left, slice))));
                    slice = Math.min(2 * slice, LONGEST_SLICE);
                }
            }
        } catch (InterruptedException e) {
            end(How.INTERRUPTED, "");
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            end(How.FAILED, storeFailed(e));
        }
        return decided.join();
    }

    private void look(StoredApproval stored) {
        ApprovalDecision decision = stored.decision();
        if (decision != null) {
            decided.complete(decision);
        }
    }

    /** Ends the request without an answer, unless it has one. What cannot be ended in the store is denied here. */
    void end(How how, String reason) {
        try {
            decided.complete(store.cancel(request.id(), how, reason));
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            String problem = storeFailed(e);
            decided.complete(ApprovalDecision.unanswered(request, How.FAILED, problem, recorder.now()));
        }
    }

    void sessionEnded() {
        end(How.ENDED, "");
    }

    private void cancelled() {
        end(How.CANCELLED, "");
    }

    /** One channel can no longer answer. When none can, the question ends at once. */
    void channelFailed(ChannelOffer offer, Throwable problem) {
        if (decided.isDone()) {
            return;
        }
        boolean gaveUp = problem instanceof ApprovalTimeoutException;
        if (gaveUp && isTimeNearlyUp()) {
            return; // the end of the time is the kernel's to say, and comes in a moment
        }
        boolean unreachable = gaveUp || problem instanceof ApprovalUnreachableException;
        if (!unreachable) {
            recorder.portFailed("approval channel " + offer.channelName(), request, problem);
        }
        failures.add(gaveUp ? new ApprovalUnreachableException(Throwables.inWords(problem)) : problem);
        List<Throwable> all = List.copyOf(failures);
        if (all.size() < offers.size()) {
            return;
        }
        if (all.stream().allMatch(ApprovalUnreachableException.class::isInstance)) {
            end(How.UNREACHABLE, "");
        } else {
            end(How.FAILED, all.stream().map(Throwables::inWords).collect(Collectors.joining("; ")));
        }
    }

    /** A channel that has waited as long as it was told began a little earlier than the kernel. */
    private boolean isTimeNearlyUp() {
        long time = TimeUnit.NANOSECONDS.convert(request.timeout());
        return time - (System.nanoTime() - began) <= Math.min(time / 10, LEEWAY);
    }

    private String storeFailed(Throwable problem) {
        recorder.portFailed("approval store", request, problem);
        return Throwables.inWords(problem);
    }

    /** Channels that answered or returned at once are done by then; the others are told to stop. */
    private void takeAway() {
        boolean interrupted = Thread.interrupted();
        long until = System.nanoTime() + GRACE.toNanos();
        for (ChannelOffer offer : offers) {
            try {
                offer.stop(until - System.nanoTime());
            } catch (InterruptedException e) {
                interrupted = true;
                until = System.nanoTime();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
