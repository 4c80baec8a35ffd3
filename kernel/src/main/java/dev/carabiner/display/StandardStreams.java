package dev.carabiner.display;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Catches what in-process hooks write to {@code System.out} and {@code System.err}, by the thread they run on. Other
 * threads' output passes through untouched. This is the one class of the kernel that touches the standard streams.
 *
 * <p>What a hook's own threads print is not caught, unless the hook hands its scope over to them.
 */
public final class StandardStreams {

    private static final ThreadLocal<Slot> SLOTS = ThreadLocal.withInitial(Slot::new);
    private static final ReentrantLock INSTALLING = new ReentrantLock();
    /** All that were ever put there, as long as they are referenced: a program may put them back. */
    private static final Set<PrintStream> OURS = Collections.newSetFromMap(new WeakHashMap<>());

    private static volatile @Nullable PrintStream out;
    private static volatile @Nullable PrintStream err;

    private StandardStreams() {}

    /** Puts the catching streams in front of the present ones, unless they are there already. */
    @SuppressWarnings("ReferenceEquality") // the very stream that was put there, not one like it
    public static void install() {
        if (System.out == out && System.err == err) {
            return;
        }
        INSTALLING.lock();
        try {
            out = inFrontOf(System.out);
            System.setOut(out);
            err = inFrontOf(System.err);
            System.setErr(err);
        } finally {
            INSTALLING.unlock();
        }
    }

    private static PrintStream inFrontOf(PrintStream present) {
        PrintStream catching = OURS.contains(present) ? present : catching(present);
        OURS.add(catching);
        return catching;
    }

    /** Of the plain class: a subclass of it makes virtual threads hold on to their carriers on older JDKs. */
    private static PrintStream catching(PrintStream original) {
        return new PrintStream(new Switch(original), true, original.charset());
    }

    /** Where this thread's output goes. To be used on this thread only. */
    public static Slot slot() {
        return SLOTS.get();
    }

    /** A thread's outlet: passing through, or catching for the hook that runs at the moment. */
    public static final class Slot {

        /** Catching, but nothing has been written yet, so that a quiet hook costs no memory. */
        private static final Catch QUIET = new Catch();

        private @Nullable Catch target;

        private Slot() {}

        /** Where this thread's output goes, for another thread to be redirected to; null if it passes through. */
        public @Nullable Catch handOver() {
            return open();
        }

        /** Catches from now on; returns what was in force before, to be put back. */
        public @Nullable Catch begin() {
            return redirect(QUIET);
        }

        /** Takes out what was caught since the beginning, and puts back what was in force before it. */
        public String end(@Nullable Catch before) {
            Catch caught = redirect(before);
            return caught == null || isQuiet(caught) ? "" : caught.drain();
        }

        /**
         * Sends this thread's output there from now on, or lets it pass through if null. Returns what was in force
         * before.
         */
        public @Nullable Catch redirect(@Nullable Catch into) {
            Catch before = target;
            target = into;
            return before;
        }

        private @Nullable Catch open() {
            if (target != null && isQuiet(target)) {
                target = new Catch();
            }
            return target;
        }

        @SuppressWarnings("ReferenceEquality") // there is one quiet catch
        private static boolean isQuiet(Catch caught) {
            return caught == QUIET;
        }
    }

    /** What was written so far, in the order of writing, up to a limit. Safe to read while the writer goes on. */
    public static final class Catch {

        private static final int LIMIT = 64 * 1024;

        private final ReentrantLock lock = new ReentrantLock();
        private byte[] bytes = {};
        private int count;
        private long dropped;

        /** Takes out what was caught; empty when nothing was written, which costs nothing. */
        public String drain() {
            lock.lock();
            try {
                if (count == 0) {
                    return "";
                }
                String text = new String(bytes, 0, count, System.out.charset());
                String note = dropped == 0 ? "" : "\n[" + dropped + " more bytes of output were not kept]";
                count = 0;
                dropped = 0;
                return text + note;
            } finally {
                lock.unlock();
            }
        }

        private void add(byte[] source, int from, int length) {
            lock.lock();
            try {
                int kept = Math.min(length, LIMIT - count);
                if (count + kept > bytes.length) {
                    bytes = Arrays.copyOf(bytes, Math.max(count + kept, Math.min(LIMIT, bytes.length * 2)));
                }
                System.arraycopy(source, from, bytes, count, kept);
                count += kept;
                dropped += length - kept;
            } finally {
                lock.unlock();
            }
        }
    }

    /** Decides for each write whether it belongs to a hook. Unbuffered, so that nothing arrives late. */
    private static final class Switch extends OutputStream {

        private final PrintStream original;

        Switch(PrintStream original) {
            this.original = original;
        }

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] source, int from, int length) {
            Catch target = slot().open();
            if (target == null) {
                original.write(source, from, length);
            } else {
                target.add(source, from, length);
            }
        }

        @Override
        public void flush() {
            if (slot().target == null) {
                original.flush();
            }
        }
    }
}
