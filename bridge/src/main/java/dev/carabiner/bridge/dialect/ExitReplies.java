package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.AnswerWriter.object;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.HookAnswer.Verdict;

/**
 * Answers for agents that know little more than exit code 2.
 *
 * @param decision the word that {@code decision} has in a denial, for those that read it as well; empty for none
 * @param fields whether {@code context} and {@code updated_input} are read, as Crush does
 */
record ExitReplies(String decision, boolean fields) implements AnswerWriter {

    @Override
    public Said write(EventRow row, HookAnswer answer) {
        if (answer.verdict() == Verdict.BLOCK || answer.verdict() == Verdict.STOP) {
            String json = decision.isEmpty()
                    ? ""
                    : AnswerWriter.text(object("decision", decision, "reason", answer.reason()));
            return AnswerWriter.refused(json, answer.reason());
        }
        return fields
                ? AnswerWriter.said(object("context", answer.context(), "updated_input", answer.input()))
                : AnswerWriter.silence();
    }

    @Override
    public boolean rewrites(EventRow row) {
        return fields && row.ours().equals("tool:pre");
    }

    @Override
    public boolean merges() {
        return fields;
    }

    @Override
    public boolean tells(EventRow row) {
        return fields;
    }
}
