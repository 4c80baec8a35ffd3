package dev.carabiner.runtime.provider;

/** Where the pieces of a streamed answer go. Blocks are numbered from 0 and do not overlap. */
public interface AnswerSink {

    /** A block begins: {@code text}, {@code thinking} or {@code tool_use}. */
    void start(int index, String blockType);

    /** The next piece of the block that has begun. */
    void delta(int index, String piece);

    /** A block is complete; the text is all its pieces together. */
    void end(int index, String blockType, String text);
}
