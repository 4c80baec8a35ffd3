package dev.carabiner.providers;

import dev.carabiner.runtime.provider.AnswerSink;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/** Cuts the pieces of an answer into blocks that follow one another. */
final class Blocks {

    private final AnswerSink sink;
    private final Set<Integer> toolsSeen = new HashSet<>();
    private final StringBuilder text = new StringBuilder();
    private String open = "";
    private int openTool = -1;
    private int index = -1;

    Blocks(AnswerSink sink) {
        this.sink = sink;
    }

    /**
     * Adds to the open block, or begins another.
     *
     * @param tool the number of the tool call, or -1
     * @param last whether the block is complete with it; for a tool call that came in pieces the piece is all of it again
     */
    void add(String type, int tool, String piece, boolean last) {
        if (!last || !toolsSeen.contains(tool)) {
            if (!open.equals(type) || openTool != tool) {
                end();
                open = type;
                openTool = tool;
                toolsSeen.add(tool);
                sink.start(++index, type);
            }
            text.append(piece);
            sink.delta(index, piece);
        }
        if (last) {
            end();
        }
    }

    /** A model that does not stream has only said the whole. */
    void finish(AiMessage whole) {
        end();
        if (index >= 0) {
            return;
        }
        if (whole.text() != null) {
            add("text", -1, whole.text(), true);
        }
        int tool = 0;
        for (ToolExecutionRequest call : whole.toolExecutionRequests()) {
            add("tool_use", tool++, Objects.requireNonNullElse(call.arguments(), ""), true);
        }
    }

    private void end() {
        if (!open.isEmpty()) {
            String ended = open;
            String whole = text.toString();
            open = "";
            openTool = -1;
            text.setLength(0);
            sink.end(index, ended, whole);
        }
    }
}
