package dev.carabiner.context;

import java.util.concurrent.atomic.AtomicLong;

/** The tokens that hooks have injected in this turn. Tools that run in parallel draw on one budget. */
public final class InjectionBudget {

    /** What taking from the budget came to. */
    public enum Taken {
        FINE,
        /** Granted, and with this one the turn has passed the warning mark. */
        WORTH_A_WARNING,
        REFUSED
    }

    private final InjectionLimits limits;
    private final AtomicLong used = new AtomicLong();

    /** A budget of which nothing is used yet. */
    public InjectionBudget(InjectionLimits limits) {
        this.limits = limits;
    }

    /** Takes the tokens if the turn has that many left, else none. May be called from several threads. */
    public Taken take(int tokens) {
        while (true) {
            long before = used.get();
            long after = before + tokens;
            if (after > limits.tokensPerTurn()) {
                return Taken.REFUSED;
            }
            if (used.compareAndSet(before, after)) {
                boolean passed = before <= limits.warningTokens() && after > limits.warningTokens();
                return passed ? Taken.WORTH_A_WARNING : Taken.FINE;
            }
        }
    }

    /** The tokens that were taken in this turn. */
    public long used() {
        return used.get();
    }

    /** Makes the whole budget available again. */
    public void startTurn() {
        used.set(0);
    }
}
