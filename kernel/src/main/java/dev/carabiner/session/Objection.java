package dev.carabiner.session;

/**
 * Why the coordinator itself denies what the hooks let through.
 *
 * @param isStop whether the reason is a cancellation
 */
record Objection(String reason, boolean isStop) {

    static Objection because(String reason) {
        return new Objection(reason, false);
    }

    static Objection cancelled() {
        return new Objection("Cancelled", true);
    }
}
