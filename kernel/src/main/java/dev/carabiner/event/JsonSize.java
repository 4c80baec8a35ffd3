package dev.carabiner.event;

import org.jspecify.annotations.Nullable;

/**
 * How deep and how large a JSON value is when written out. Every container knows its own, so that data which shares
 * parts a thousand times over is refused when it is put together and not when a reader walks it.
 */
record JsonSize(int depth, long values) {

    static final int DEEPEST = 512;
    static final long MOST_VALUES = 1_000_000;

    /** What the kernel itself puts around data that came from outside and is just within the limits. */
    static final int HEADROOM = 16;

    /** Sizes of flat containers, which nearly all are; saves an allocation in every modification. */
    private static final JsonSize[] FLAT = flatSizes();

    static JsonSize ofContainer(@Nullable Object[] children, int count) {
        int depth = 1;
        long inside = 0;
        for (int i = 0; i < count; i++) {
            JsonSize child = of(children[i]);
            if (child != null) {
                depth = Math.max(depth, child.depth + 1);
                inside += child.values;
            }
        }
        return depth == 1 && count < FLAT.length ? FLAT[count] : new JsonSize(depth, count + inside);
    }

    /** The size of the same container with so many more values that are no containers. */
    JsonSize withPlainValues(int more) {
        if (more == 0) {
            return this;
        }
        long all = values + more;
        return depth == 1 && all < FLAT.length ? FLAT[(int) all] : new JsonSize(depth, all);
    }

    static boolean isContainer(@Nullable Object value) {
        return value instanceof JsonObject || value instanceof JsonArray;
    }

    /** Null for text, numbers, booleans and null, which have no size of their own. */
    private static @Nullable JsonSize of(@Nullable Object value) {
        if (value instanceof JsonObject object) {
            return object.extent();
        }
        return value instanceof JsonArray array ? array.extent() : null;
    }

    private static JsonSize[] flatSizes() {
        JsonSize[] sizes = new JsonSize[32];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = new JsonSize(1, i);
        }
        return sizes;
    }
}
