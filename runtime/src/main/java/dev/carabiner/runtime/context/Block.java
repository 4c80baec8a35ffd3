package dev.carabiner.runtime.context;

/**
 * Messages that stay together or go together: a single one, or everything from a tool call to the last of the results.
 * A call that still waits for one reaches to the end of the conversation.
 *
 * @param from the first message's index
 * @param to the index behind the last one
 */
record Block(int from, int to) {}
