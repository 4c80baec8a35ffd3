package dev.carabiner.context;

/**
 * What hooks may add to the conversation.
 *
 * @param bytes the largest single injection, in bytes of UTF-8
 * @param tokensPerTurn all injections of a turn together; what would exceed it is dropped
 * @param warningTokens from where on a turn's injections are worth a warning
 */
public record InjectionLimits(int bytes, int tokensPerTurn, int warningTokens) {

    public static final InjectionLimits DEFAULT = new InjectionLimits(10_240, 10_000, 1_000);

    private static final int NONE = Integer.MAX_VALUE;

    public InjectionLimits {
        requireNotNegative(bytes, "injection_size_limit");
        requireNotNegative(tokensPerTurn, "injection_budget_per_turn");
        requireNotNegative(warningTokens, "injection_budget_warning");
    }

    /** The same with another size limit of a single injection, in bytes. */
    public InjectionLimits withBytes(int limit) {
        return new InjectionLimits(limit, tokensPerTurn, warningTokens);
    }

    /** The same with another budget of a turn. */
    public InjectionLimits withTokensPerTurn(int limit) {
        return new InjectionLimits(bytes, limit, warningTokens);
    }

    /** The same with another mark for the warning. */
    public InjectionLimits withWarningTokens(int limit) {
        return new InjectionLimits(bytes, tokensPerTurn, limit);
    }

    /** Neither a size limit nor a budget; the warning stays. */
    public InjectionLimits lifted() {
        return new InjectionLimits(NONE, NONE, warningTokens);
    }

    private static void requireNotNegative(int limit, String name) {
        if (limit < 0) {
            throw new IllegalArgumentException("session." + name + " is " + limit + ", expected zero or more");
        }
    }
}
