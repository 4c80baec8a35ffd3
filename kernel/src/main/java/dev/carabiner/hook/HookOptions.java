package dev.carabiner.hook;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventNames;
import dev.carabiner.event.EventType;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a handler is registered. Start with {@link #forEvent}; each method gives changed options.
 *
 * @param event a name or a pattern
 * @param priority lower runs first
 * @param name null to have one made up
 * @param timeout null for none: then the handler runs on the emitting thread
 */
public record HookOptions(
        String event,
        int priority,
        @Nullable String name,
        @Nullable Duration timeout,
        FailurePolicy onFailure) {

    public HookOptions {
        EventNames.requireNameOrPattern(event);
        if (name != null && (name.isBlank() || name.codePoints().anyMatch(VisibleText::isDeceptive))) {
            throw new InvalidHookException(
                    "A hook for " + event + " has a name that is blank or holds control or invisible characters");
        }
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new InvalidHookException("The timeout of hook " + name + " for " + event + " is " + timeout
                    + ", expected a positive duration");
        }
        Objects.requireNonNull(onFailure, "the failure policy of a hook");
    }

    public static HookOptions forEvent(String event) {
        return new HookOptions(event, 0, null, null, FailurePolicy.CONTINUE);
    }

    public static HookOptions forEvent(EventType<?> type) {
        return forEvent(type.name());
    }

    public HookOptions priority(int newPriority) {
        return new HookOptions(event, newPriority, name, timeout, onFailure);
    }

    public HookOptions name(String newName) {
        return new HookOptions(event, priority, Objects.requireNonNull(newName, "name"), timeout, onFailure);
    }

    /** Longer, and the handler is interrupted and abandoned; what it says afterwards changes nothing. */
    public HookOptions timeout(Duration limit) {
        return new HookOptions(event, priority, name, Objects.requireNonNull(limit, "timeout"), onFailure);
    }

    public HookOptions onFailure(FailurePolicy policy) {
        return new HookOptions(event, priority, name, timeout, policy);
    }
}
