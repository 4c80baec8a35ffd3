package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.VerifierKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * The signatures of the notes that a reading comes by. One costs as much as two thousand records, so they are checked
 * aside while the reading goes on. What was added first is answered for first.
 */
interface Signatures {

    /** A note that must be signed with that key. Throws {@link TamperedException} if this or an earlier one is not. */
    void add(Claim claim);

    /** Throws {@link TamperedException} if one of those added is wrong. */
    void finish();

    /** Every one of them, with the help of idle processors. */
    static Signatures all() {
        return new All();
    }

    /** The last only: enough to continue a side file, whose notes are chained, and quick however many there are. */
    static Signatures last() {
        return new Last();
    }

    /** One note, and the key it must be signed with. */
    record Claim(Note note, VerifierKey key, String file) {

        boolean holds() {
            return note.isSignedBy(key);
        }

        TamperedException refuted() {
            return new TamperedException(note.size() - 1, "a checkpoint in " + file + " has a wrong signature");
        }
    }

    /** See {@link #all}. */
    final class All implements Signatures {

        private static final int PENDING = 64;

        private record Pending(Claim claim, FutureTask<Boolean> check) {}

        private final Deque<Pending> pending = new ArrayDeque<>();

        @Override
        public void add(Claim claim) {
            FutureTask<Boolean> check = new FutureTask<>(claim::holds);
            pending.add(new Pending(claim, check));
            ForkJoinPool.commonPool().execute(check);
            if (pending.size() > PENDING) {
                takeOldest();
            }
        }

        @Override
        public void finish() {
            while (!pending.isEmpty()) {
                takeOldest();
            }
        }

        private void takeOldest() {
            Pending oldest = pending.remove();
            oldest.check.run(); // here, if no worker has begun with it
            if (!answer(oldest.check)) {
                pending.clear(); // what comes behind is not asked for
                throw oldest.claim.refuted();
            }
        }

        private static boolean answer(FutureTask<Boolean> check) {
            boolean interrupted = false;
            try {
                while (true) {
                    try {
                        return check.get();
                    } catch (InterruptedException e) {
                        interrupted = true;
                    } catch (ExecutionException e) {
                        throw new IllegalStateException("a signature could not be checked", e);
                    }
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /** See {@link #last}. */
    final class Last implements Signatures {

        private @Nullable Claim last;

        @Override
        public void add(Claim claim) {
            last = claim;
        }

        @Override
        public void finish() {
            if (last != null && !last.holds()) {
                throw last.refuted();
            }
        }
    }
}
