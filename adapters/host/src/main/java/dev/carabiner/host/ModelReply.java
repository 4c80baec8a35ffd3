package dev.carabiner.host;

import dev.carabiner.context.Message;

/**
 * What a model answered.
 *
 * @param inputTokens 0 if the framework does not say; so {@code outputTokens}
 * @param stopReason empty if the framework does not say
 */
public record ModelReply(Message message, long inputTokens, long outputTokens, String stopReason) {}
