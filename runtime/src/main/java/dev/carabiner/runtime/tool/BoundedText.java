package dev.carabiner.runtime.tool;

import java.time.Duration;

/**
 * A text that a regular expression looks at for so long only. Some expressions try more ways than there are atoms; the
 * one thing that every try does is to look at a character.
 */
final class BoundedText implements CharSequence {

    /** Thrown out of the middle of a match. */
    static final class TooLongException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TooLongException(String message) {
            super(message, null, false, false);
        }
    }

    /** A common limit of many texts. */
    static final class Limit {

        private static final int LOOKS_BETWEEN_CHECKS = 4096;

        private final long until;
        private int looks;

        Limit(Duration time) {
            until = System.nanoTime() + time.toNanos();
        }

        private void look() {
            if (++looks % LOOKS_BETWEEN_CHECKS == 0) {
                check();
            }
        }

        void check() {
            if (Thread.currentThread().isInterrupted()) {
                throw new TooLongException("was interrupted");
            }
            if (System.nanoTime() - until >= 0) {
                throw new TooLongException("took too long");
            }
        }
    }

    private final CharSequence text;
    private final Limit limit;

    BoundedText(CharSequence text, Limit limit) {
        this.text = text;
        this.limit = limit;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        limit.look();
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new BoundedText(text.subSequence(start, end), limit);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
