package dev.carabiner.guard.rule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A rule and what its store knows about it.
 *
 * @param made when it was added; null if the store does not know
 * @param uses how often it has decided, as far as the store counts
 * @param lastUsed null if it never has
 */
public record KeptRule(
        ApprovalRule rule,
        RuleOrigin origin,
        @Nullable Instant made,
        long uses,
        @Nullable Instant lastUsed) {}
