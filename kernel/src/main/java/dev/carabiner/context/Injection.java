package dev.carabiner.context;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Text that a hook adds to the conversation.
 *
 * @param author the hook's name, or several, comma-separated, after merging
 * @param event the event during which it was made
 * @param isEphemeral whether it is for the next request only and never stored
 * @param isAppended whether, being ephemeral, it goes to the end of the last tool result rather than on its own
 * @param timestamp when it was admitted; null before
 * @param isAdmitted whether the coordinator has checked size and budget, so that the merged text is not checked again
 */
public record Injection(
        String text,
        Role role,
        boolean isEphemeral,
        boolean isAppended,
        String author,
        String event,
        @Nullable Instant timestamp,
        boolean isAdmitted) {

    public Injection {
        Objects.requireNonNull(text, "the text of an injection");
        Objects.requireNonNull(role, "the role of an injection");
        Objects.requireNonNull(author, "the author of an injection");
        Objects.requireNonNull(event, "the event of an injection");
        if (role == Role.TOOL) {
            throw new IllegalArgumentException(
                    "An injection by " + author + " has the role tool, which only a tool has");
        }
    }

    /** A persistent system message. */
    public static Injection of(String text, String author, String event) {
        return new Injection(text, Role.SYSTEM, false, false, author, event, null, false);
    }

    /** Of the same role, lifetime and placement, so that one message can hold both. */
    boolean belongsWith(Injection other) {
        return role == other.role && isEphemeral == other.isEphemeral && isAppended == other.isAppended;
    }

    /** The same injection with another text. */
    public Injection withText(String newText) {
        return new Injection(newText, role, isEphemeral, isAppended, author, event, timestamp, isAdmitted);
    }

    /** The same injection, marked as checked against size and budget at this time. */
    public Injection admittedAt(Instant instant) {
        return new Injection(text, role, isEphemeral, isAppended, author, event, instant, true);
    }

    Injection mergedAs(String newText, String authors) {
        return new Injection(newText, role, isEphemeral, isAppended, authors, event, timestamp, isAdmitted);
    }
}
