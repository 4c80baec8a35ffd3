package dev.carabiner.host;

import dev.carabiner.context.Message;

/**
 * How a framework writes a message. Messages that hooks leave as they are keep the framework's own object, with whatever
 * it holds that a {@link Message} does not.
 *
 * @param <F> the framework's message
 */
public interface MessageForm<F> {

    /** What hooks are shown of it. */
    Message shown(F message);

    /**
     * A message that a hook has written or injected.
     *
     * @param first whether nothing but system messages comes before it; many models take a system message only there
     */
    F written(Message message, boolean first);

    /** The same tool result with another text. */
    F withText(F toolResult, String text);
}
