package dev.carabiner.session;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.ChannelScope;
import dev.carabiner.approval.DeciderName;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.Receipt;
import dev.carabiner.approval.Vote;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.InvalidEventDataException;
import dev.carabiner.hook.Scope;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One question in the hands of one channel, on a thread of its own from the offer to the taking away. */
final class ChannelOffer implements PendingApproval {

    /** How long a channel that should return at once may keep the next one waiting. */
    private static final long ONE_CHANNELS_TIME_MILLIS = 1_000;

    private final Asking asking;
    private final ApprovalChannel channel;
    private final @Nullable ChannelOffer before;
    private final Recorder recorder;
    private final CountDownLatch offered = new CountDownLatch(1);
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile @Nullable Thread thread;
    private volatile boolean inStore; // the thread hands an answer in, which an interruption might spoil

    ChannelOffer(Asking asking, ApprovalChannel channel, @Nullable ChannelOffer before, Recorder recorder) {
        this.asking = asking;
        this.channel = channel;
        this.before = before;
        this.recorder = recorder;
    }

    String channelName() {
        return channel.name();
    }

    /** The scope of this thread goes along: an emit out of a channel counts as nested in the one that asks. */
    void start() {
        Runnable work = ChannelScope.within(Scope::carrying, this::run);
        thread = Thread.ofVirtual().name("carabiner-approval-" + request().id()).start(Scope.carrying(work));
    }

    private void run() {
        try {
            if (before != null) {
                before.offered.await(ONE_CHANNELS_TIME_MILLIS, TimeUnit.MILLISECONDS);
            }
            if (decision() != null) {
                return;
            }
            if (channel instanceof ApprovalSystem system) {
                offered.countDown();
                system.answer(this);
            } else {
                offer();
            }
        } catch (Throwable e) { // of any kind: nothing above this thread would hear of it
            failed(e);
        } finally {
            offered.countDown();
            done.countDown();
        }
    }

    private void offer() throws Exception {
        AutoCloseable shown =
                Objects.requireNonNull(channel.offer(this), "it returned nothing to take the question away with");
        offered.countDown();
        asking.decided().join();
        Thread.interrupted(); // that was for an offer which did not return
        try {
            shown.close();
        } catch (Exception e) {
            recorder.portFailed("approval channel " + channelName(), request(), e);
        }
    }

    /** Waits so long for the question to be taken away, and interrupts what still goes on then. */
    void stop(long nanos) throws InterruptedException {
        Thread running = thread;
        boolean patient = running != null && (inStore || !(channel instanceof ApprovalSystem));
        try {
            if (patient && done.await(nanos, TimeUnit.NANOSECONDS)) {
                return;
            }
        } finally {
            if (running != null && done.getCount() > 0) {
                running.interrupt();
            }
        }
    }

    @Override
    public ApprovalRequest request() {
        return asking.request();
    }

    @Override
    public @Nullable ApprovalDecision decision() {
        return asking.decided().getNow(null);
    }

    @Override
    public Receipt decide(Answer answer) {
        String refusal = refusal(answer);
        if (refusal != null) {
            return new Receipt.Refused(refusal);
        }
        ApprovalRequest request = request();
        if (!request.digest().equals(answer.shownDigest())) {
            return new Receipt.OperationChanged(request.digest());
        }
        Vote vote = new Vote(
                answer.decidedBy(),
                channelName(),
                answer.option(),
                GrantRule.grants(request, answer.option()),
                answer.reason(),
                answer.input(),
                answer.rule());
        return switch (stored(vote)) {
            case VoteResult.Won(ApprovalDecision decision) -> {
                asking.decided().complete(decision);
                yield new Receipt.Accepted(decision);
            }
            case VoteResult.Late(ApprovalDecision decision) -> {
                asking.decided().complete(decision);
                yield new Receipt.AlreadyDecided(decision);
            }
            case VoteResult.Counted(int have, int need) -> new Receipt.Counted(have, need);
            case VoteResult.Refused(String why) -> new Receipt.Refused(why);
        };
    }

    private VoteResult stored(Vote vote) {
        boolean own = Thread.currentThread().equals(thread);
        inStore |= own;
        try {
            return asking.store().decide(request().id(), request().digest(), vote);
        } finally {
            inStore &= !own;
        }
    }

    private static @Nullable String refusal(Answer answer) {
        if (answer.option() == null) {
            return "No option is chosen";
        }
        if (answer.input() != null) {
            try {
                CanonicalJson.digest(answer.input());
            } catch (InvalidEventDataException e) {
                return "The edited input cannot be permitted: " + e.getMessage();
            }
        }
        return DeciderName.refusal(answer.decidedBy());
    }

    @Override
    public void failed(Throwable problem) {
        if (failed.compareAndSet(false, true)) {
            asking.channelFailed(this, problem);
        }
    }
}
