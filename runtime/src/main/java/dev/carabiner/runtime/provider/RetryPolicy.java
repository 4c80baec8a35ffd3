package dev.carabiner.runtime.provider;

import java.time.Duration;
import java.util.Objects;

/**
 * When a failed model call is tried again, and after how long. It only counts: who waits, and who tells the hooks, is
 * the agent's loop. Attempts are numbered from 1, and the number is always that of the attempt that failed.
 *
 * @param attempts how many there are at most, the first one included
 * @param firstDelay after the first failure
 * @param factor by which each delay exceeds the one before
 * @param longestDelay no wait is longer, whatever the service asks for
 * @param jitter the share of a delay, from 0 to 1, by which it varies between attempts; 0 for none. The variation is
 *     computed from the attempt's number and the seed, so the same policy always waits the same.
 * @param seed told apart between sessions that should not knock at the same moment
 */
public record RetryPolicy(
        int attempts, Duration firstDelay, double factor, Duration longestDelay, double jitter, long seed) {

    /** Four attempts, waiting 1, 2 and 4 seconds, or what the service asks for up to a minute. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(4, Duration.ofSeconds(1), 2, Duration.ofMinutes(1), 0, 0);

    /** One attempt. */
    public static final RetryPolicy NEVER = new RetryPolicy(1, Duration.ZERO, 1, Duration.ZERO, 0, 0);

    public RetryPolicy {
        Objects.requireNonNull(firstDelay, "the first delay");
        Objects.requireNonNull(longestDelay, "the longest delay");
        require(attempts >= 1, "attempts", attempts, "at least 1");
        require(!firstDelay.isNegative(), "first delay", firstDelay, "not negative");
        require(!longestDelay.isNegative(), "longest delay", longestDelay, "not negative");
        require(factor >= 1 && factor <= 100, "factor", factor, "from 1 to 100");
        require(jitter >= 0 && jitter <= 1, "jitter", jitter, "from 0 to 1");
    }

    /** So many attempts in all; each wait is the one before it times the factor, up to the longest. */
    public static RetryPolicy of(int attempts, Duration firstDelay, double factor, Duration longestDelay) {
        return new RetryPolicy(attempts, firstDelay, factor, longestDelay, 0, 0);
    }

    /** This policy with delays that vary by the share. */
    public RetryPolicy withJitter(double share, long newSeed) {
        return new RetryPolicy(attempts, firstDelay, factor, longestDelay, share, newSeed);
    }

    /** Whether there is another attempt after this one has failed. */
    public boolean again(int attempt, ProviderException failure) {
        return attempt < attempts && failure.kind().retryable();
    }

    /** How long to wait after this attempt has failed: at least what the service asks for, unless that is too long. */
    public Duration delay(int attempt, ProviderException failure) {
        require(attempt >= 1, "attempt", attempt, "at least 1");
        Duration own = varied(attempt, grown(attempt));
        Duration asked = failure.retryAfter();
        Duration wanted = asked == null || asked.compareTo(own) < 0 ? own : asked;
        return wanted.compareTo(longestDelay) > 0 ? longestDelay : wanted;
    }

    /** In doubles, which grow into infinity where a long would turn negative. */
    private double grown(int attempt) {
        double delay = toNanos(firstDelay) * Math.pow(factor, attempt - 1.0);
        return Math.min(delay, toNanos(longestDelay));
    }

    private Duration varied(int attempt, double nanos) {
        double share = (mixed(seed + attempt) >>> 11) * 0x1.0p-53;
        return Duration.ofNanos((long) (nanos * (1 - jitter * share)));
    }

    /** Spreads neighbouring numbers over all longs (the finaliser of SplitMix64). */
    private static long mixed(long number) {
        long bits = number * 0x9E3779B97F4A7C15L;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }

    private static double toNanos(Duration duration) {
        return duration.getSeconds() * 1e9 + duration.getNano();
    }

    private static void require(boolean holds, String what, Object value, String expected) {
        if (!holds) {
            throw new IllegalArgumentException(
                    "The " + what + " of a retry policy is " + value + ", expected " + expected);
        }
    }
}
