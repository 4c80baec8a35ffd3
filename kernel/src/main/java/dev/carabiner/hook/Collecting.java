package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An emit that asks every handler, one after another, and decides nothing. */
final class Collecting {

    private Collecting() {}

    static List<EventData> run(Chain chain, EventData data, Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new InvalidHookException(
                    "The timeout for collecting " + chain.event + " is " + timeout + ", expected a positive duration");
        }
        return EmitDepth.within(chain.event, () -> collect(chain, data, timeout));
    }

    private static List<EventData> collect(Chain chain, EventData data, Duration timeout) {
        List<EventData> collected = new ArrayList<>();
        boolean[] leftOut = chain.leftOut(data);
        for (int i = 0; i < chain.hooks.length && !Thread.currentThread().isInterrupted(); i++) {
            boolean isCalled = leftOut == null || !leftOut[i];
            EventData offered = isCalled ? offer(chain, i, data, timeout) : null;
            if (offered != null) {
                collected.add(offered);
            }
        }
        return List.copyOf(collected);
    }

    private static @Nullable EventData offer(Chain chain, int at, EventData data, Duration timeout) {
        try {
            return switch (chain.hooks[at].callWithin(timeout, chain.namesGiven[at], data)) {
                case HookResult.Continue offer -> offer.data();
                case HookResult.Modify offer -> offer.data();
                case null, default -> null;
            };
        } catch (HookFailure failure) {
            HookWarnings.failed(chain.event, failure);
            return null;
        }
    }
}
