package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.HookAnswer.Verdict;

/** Qwen Code's answers: Claude Code's fields, and exit code 2 blocks with what is on standard error alone. */
final class QwenAnswers implements AnswerReader {

    @Override
    public HookAnswer read(EventRow row, Said said) {
        if (said.exitCode() != 0 && said.missing()) {
            throw AnswerFields.failed(said);
        }
        if (said.exitCode() == 2) {
            return HookAnswer.of(Verdict.BLOCK, said.errorText());
        }
        AnswerFields json = AnswerFields.in(said.text());
        if (json != null) {
            return ClaudeAnswers.decided(row, json);
        }
        if (said.exitCode() != 0) {
            throw AnswerFields.failed(said);
        }
        return ClaudeAnswers.plain(row, said.text());
    }
}
