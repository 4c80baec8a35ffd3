package dev.carabiner.runtime.context;

/**
 * What making room came to.
 *
 * @param previousTokens the tokens of the conversation before
 * @param currentTokens and after; the same if nothing could be done
 * @param removedMessages how many are gone
 * @param messages how many there are now
 */
public record Compaction(int previousTokens, int currentTokens, int removedMessages, int messages) {}
