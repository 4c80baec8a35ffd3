package dev.carabiner.bridge.dialect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.bridge.dialect.EventRow.PlainText;
import dev.carabiner.bridge.dialect.HookAnswer.Verdict;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import org.jspecify.annotations.Nullable;

/**
 * Claude Code's answers. JSON counts on every exit code, exit code 2 blocks whatever the JSON says, and what is neither is
 * an error after which the agent goes on: a failure here.
 */
final class ClaudeAnswers implements AnswerReader {

    private static final String SPECIFIC = "hookSpecificOutput";

    /** Bytes of context. Claude Code puts more into a file; here its beginning is told, since no file is open to hooks and to tools alike. */
    private static final int MOST_CONTEXT = 10_000;

    @Override
    public HookAnswer read(EventRow row, Said said) {
        HookAnswer answer = meaning(row, said);
        return answer.context(begin(answer.context()));
    }

    private static String begin(String context) {
        CharBuffer text = CharBuffer.wrap(context);
        boolean fits = !UTF_8.newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .encode(text, ByteBuffer.allocate(MOST_CONTEXT), true)
                .isOverflow();
        return fits
                ? context
                : context.substring(0, text.position()) + "\n[" + text.remaining() + " more characters are left out]";
    }

    private static HookAnswer meaning(EventRow row, Said said) {
        if (said.exitCode() != 0 && said.missing()) {
            throw AnswerFields.failed(said);
        }
        if (said.exitCode() == 2) {
            return blocked(row, said);
        }
        AnswerFields json = AnswerFields.in(said.text());
        if (json != null) {
            return decided(row, json);
        }
        if (said.exitCode() != 0) {
            throw AnswerFields.failed(said);
        }
        return plain(row, said.text());
    }

    static HookAnswer plain(EventRow row, String text) {
        if (text.isEmpty() || row.plainText() == PlainText.IGNORED) {
            return HookAnswer.NOTHING;
        }
        return row.plainText() == PlainText.CONTEXT
                ? HookAnswer.NOTHING.context(text)
                : HookAnswer.NOTHING.message(text);
    }

    /** The reason is that of a JSON that blocks as well, else what was written to standard error. To stop is more than to block. */
    private static HookAnswer blocked(EventRow row, Said said) {
        HookAnswer json = blocking(row, said);
        if (json == null) {
            return HookAnswer.of(Verdict.BLOCK, said.errorText());
        }
        return json.reason().isEmpty() ? json.reason(said.errorText()) : json;
    }

    private static @Nullable HookAnswer blocking(EventRow row, Said said) {
        try {
            AnswerFields json = AnswerFields.in(said.text());
            HookAnswer answer = json == null ? HookAnswer.NOTHING : decided(row, json);
            boolean blocks = answer.verdict() == Verdict.BLOCK || answer.verdict() == Verdict.STOP;
            return blocks ? answer : null;
        } catch (HookFailedException e) {
            return null; // exit code 2 has said enough
        }
    }

    static HookAnswer decided(EventRow row, AnswerFields json) {
        AnswerFields own = json.inside(SPECIFIC);
        String named = own.text("hookEventName");
        if (json.has(SPECIFIC) && !named.equals(row.theirs())) {
            throw new HookFailedException("its answer is for "
                    + (named.isEmpty() ? "no event (hookSpecificOutput has no hookEventName)" : named) + ", not for "
                    + row.theirs());
        }
        String message = json.text("systemMessage");
        String reason = json.text("reason");
        json.flag("suppressOutput", false);
        HookAnswer verdict = verdict(row, json, own, reason, message);
        return verdict.message(message)
                .context(isEnd(row) ? "" : own.text("additionalContext"))
                .input(own.object("updatedInput"), false)
                .output(
                        own.has("updatedToolOutput")
                                ? own.json().get("updatedToolOutput")
                                : own.json().get("updatedMCPToolOutput"));
    }

    private static HookAnswer verdict(
            EventRow row, AnswerFields json, AnswerFields own, String reason, String message) {
        if (!json.flag("continue", true)) {
            String why = json.text("stopReason");
            return HookAnswer.of(Verdict.STOP, why.isEmpty() ? first(reason, message) : why);
        }
        String decision = json.word("decision", "approve", "block");
        String told = own.word("permissionDecision", "allow", "deny", "ask", "defer");
        String permission = row.block() == EventRow.Block.TELLS_MODEL ? "" : told; // what was done cannot be permitted
        String why = first(own.text("permissionDecisionReason"), reason, message);
        return switch (permission) {
            case "deny" -> HookAnswer.of(Verdict.BLOCK, why);
            case "ask", "defer" -> HookAnswer.of(Verdict.ASK, why);
            case "allow" -> HookAnswer.of(Verdict.ALLOW, why);
            default -> other(row, own, decision, reason, message);
        };
    }

    private static HookAnswer other(EventRow row, AnswerFields own, String decision, String reason, String message) {
        if (row.theirs().equals("PermissionRequest") && own.has("decision")) {
            AnswerFields asked = own.inside("decision");
            boolean denied = asked.word("behavior", "allow", "deny").equals("deny");
            return HookAnswer.of(denied ? Verdict.BLOCK : Verdict.ALLOW, asked.text("message"));
        }
        if (decision.equals("block")) {
            return HookAnswer.of(Verdict.BLOCK, first(reason, message));
        }
        boolean goesOn = isEnd(row) && own.has("additionalContext");
        if (goesOn) {
            return HookAnswer.of(Verdict.BLOCK, own.text("additionalContext"));
        }
        boolean approves = decision.equals("approve") && row.theirs().equals("PreToolUse");
        return HookAnswer.of(approves ? Verdict.ALLOW : Verdict.NONE, approves ? reason : "");
    }

    /** More to think of, at the end of a turn, sends the agent on. */
    private static boolean isEnd(EventRow row) {
        return row.theirs().equals("Stop") || row.theirs().equals("SubagentStop");
    }

    static String first(String... texts) {
        for (String text : texts) {
            if (!text.isEmpty()) {
                return text;
            }
        }
        return "";
    }
}
