package dev.carabiner.approval;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a channel's thread inherits from the emit that asks, such as the depth of nested emits. A channel that hands its
 * work to threads of its own wraps it in {@link #carried}, so that this is not lost on the way.
 */
public final class ChannelScope {

    private static final ThreadLocal<@Nullable UnaryOperator<Runnable>> CARRIER = new ThreadLocal<>();

    private ChannelScope() {}

    /** The work, to be run once on another thread as part of what this thread does. */
    public static Runnable carried(Runnable work) {
        UnaryOperator<Runnable> carrier = CARRIER.get();
        return carrier == null ? work : within(carrier, carrier.apply(work));
    }

    /** The work with this carrier in force on the thread that runs it. For the kernel. */
    public static Runnable within(UnaryOperator<Runnable> carrier, Runnable work) {
        return () -> {
            UnaryOperator<Runnable> before = CARRIER.get();
            CARRIER.set(carrier);
            try {
                work.run();
            } finally {
                if (before == null) {
                    CARRIER.remove();
                } else {
                    CARRIER.set(before);
                }
            }
        };
    }
}
