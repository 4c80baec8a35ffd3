package dev.carabiner.session;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.display.Throwables;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The stored requests of one attempt at an operation: each question has one. They are consumed together, when all of
 * them are granted, so that an attempt which has to wait for one does not lose the others.
 */
final class Grants {

    private final ApprovalStore store;
    private final Recorder recorder;
    private final Set<String> claimed;
    private final List<ApprovalRequest> granted = new ArrayList<>();
    private final String attempt = UUID.randomUUID().toString();

    /** @param claimed the ids that attempts of this session are busy with; no two attempts have the same */
    Grants(ApprovalStore store, Recorder recorder, Set<String> claimed) {
        this.store = store;
        this.recorder = recorder;
        this.claimed = claimed;
    }

    /** Keeps a grant of the store for later; a refusal has thereby been taken note of. */
    void take(Conclusion.Decided decided) {
        ApprovalRequest request = decided.request();
        if (decided.isStored() && decided.decision().granted()) {
            granted.add(request);
        } else if (decided.isStored()) {
            finish(request, Execution.REFUSED);
            claimed.remove(request.id());
        }
    }

    /** Takes all of them for this attempt. False if one has been taken by another, or the store fails. */
    boolean consume() {
        try {
            for (ApprovalRequest request : granted) {
                if (!store.consume(request.id(), request.digest(), attempt)) {
                    return false;
                }
            }
            return true;
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            recorder.portFailed("approval store", granted.getFirst(), e);
            return false;
        } finally {
            release();
        }
    }

    /** The attempt came to nothing: what was granted is for no other. */
    void burn() {
        if (consume()) {
            finish(Execution.FAILED);
        }
    }

    /** The attempt has to wait: what was granted is there when it comes again. */
    void release() {
        granted.forEach(request -> claimed.remove(request.id()));
    }

    /** How it ended. */
    void finish(Execution execution) {
        granted.forEach(request -> finish(request, execution));
    }

    private void finish(ApprovalRequest request, Execution execution) {
        recorder.call("approval store", request, () -> store.finish(request.id(), attempt, execution));
    }
}
