package dev.carabiner.display;

import java.util.Objects;

/**
 * A message to the user, apart from anything the model is told. The text may quote files or tools, so a display shows
 * it through {@link VisibleText}.
 *
 * @param source who speaks, such as {@code hook:linter}; empty until the kernel has set the author of the result
 */
public record UserMessage(String text, Level level, String source) {

    public UserMessage {
        Objects.requireNonNull(text, "the text of a user message");
        Objects.requireNonNull(level, "the level of a user message");
        Objects.requireNonNull(source, "the source of a user message");
    }

    /** A message whose author the kernel sets. */
    public static UserMessage of(String text, Level level) {
        return new UserMessage(text, level, "");
    }

    /** The same message with {@code hook:} and the name as its source. */
    public UserMessage fromHook(String name) {
        return new UserMessage(text, level, "hook:" + name);
    }
}
