package dev.carabiner.guard.rule;

import java.util.Objects;

/**
 * Where a rule comes from.
 *
 * @param madeBy the person or named system; empty if that is not known
 * @param request the id of the request that was answered with it; empty if it was added by itself
 */
public record RuleOrigin(String madeBy, String request) {

    /** It is not known. */
    public static final RuleOrigin UNKNOWN = new RuleOrigin("", "");

    public RuleOrigin {
        Objects.requireNonNull(madeBy, "who made a rule");
        Objects.requireNonNull(request, "the request of a rule");
    }
}
