package dev.carabiner.audit.format;

import java.util.Arrays;

/**
 * The keys of the objects that are open while JSON is checked, those of the innermost last, each as its start and end. Says
 * whether an object has one twice.
 */
final class JsonKeys {

    /** Up to here a new key is compared with each one before; larger objects are sorted when they end. */
    private static final int COMPARED = 24;

    private byte[] text = {};
    private long[] spans = new long[64];
    private int first;
    private int count;

    void start(byte[] newText) {
        text = newText;
        first = 0;
        count = 0;
    }

    /** Returns what {@link #leave} wants back. */
    int enter() {
        int outer = first;
        first = count;
        return outer;
    }

    /** False if the innermost object is known to have that key already. */
    boolean add(int from, int to) {
        if (count == spans.length) {
            spans = Arrays.copyOf(spans, count + (count >> 1));
        }
        spans[count] = ((long) from << 32) | to;
        if (count - first < COMPARED) {
            for (int i = first; i < count; i++) {
                if (isSame(spans[i], from, to)) {
                    return false;
                }
            }
        }
        count++;
        return true;
    }

    /** False if the innermost object, which ends here, has a key twice. */
    boolean leave(int outer) {
        boolean unique = count - first <= COMPARED || sortedAndUnique();
        count = first;
        first = outer;
        return unique;
    }

    /** Heap sort: in place, and never slow whatever the keys are. */
    private boolean sortedAndUnique() {
        int length = count - first;
        for (int i = length / 2 - 1; i >= 0; i--) {
            sink(i, length);
        }
        for (int last = length - 1; last > 0; last--) {
            swap(0, last);
            sink(0, last);
        }
        for (int i = first + 1; i < count; i++) {
            if (compare(spans[i - 1], spans[i]) == 0) {
                return false;
            }
        }
        return true;
    }

    private void sink(int from, int length) {
        int parent = from;
        while (2 * parent + 1 < length) {
            int child = 2 * parent + 1;
            if (child + 1 < length && compare(spans[first + child], spans[first + child + 1]) < 0) {
                child++;
            }
            if (compare(spans[first + parent], spans[first + child]) >= 0) {
                return;
            }
            swap(parent, child);
            parent = child;
        }
    }

    private void swap(int one, int other) {
        long span = spans[first + one];
        spans[first + one] = spans[first + other];
        spans[first + other] = span;
    }

    private boolean isSame(long span, int from, int to) {
        int start = (int) (span >> 32);
        int length = to - from;
        if ((int) span - start != length || text[start + length - 2] != text[to - 2]) {
            return false; // most keys differ in length, or in the character before the quote
        }
        return Arrays.equals(text, start, (int) span, text, from, to);
    }

    private int compare(long one, long other) {
        return Arrays.compare(text, (int) (one >> 32), (int) one, text, (int) (other >> 32), (int) other);
    }

    void forget() {
        text = new byte[0];
        spans = new long[64];
    }
}
