package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The events that are told in one line. */
final class Notices {

    /**
     * One line.
     *
     * @param endsCall whether a tool call has come to nothing by it
     * @param cause what is the same in two notices of one refusal
     */
    record Notice(String text, boolean endsCall, String cause) {

        Notice(String text, boolean endsCall) {
            this(text, endsCall, text);
        }
    }

    private static final String CONNECTION_HELP =
            "Check that the service runs at this address, that base_url in the bundle names it, and the network.";

    private Notices() {}

    static Optional<Notice> of(String event, EventData data, Styles styles) {
        return Optional.ofNullable(
                switch (event) {
                    case "policy:violation" -> refusal(data, styles);
                    case "approval:denied" -> refusal(data, styles);
                    case "approval:granted" -> granted(data, styles);
                    case "error:tool" ->
                        failed(ToolLabel.of(LenientFields.text(data, "tool_name"), null), data, styles, true);
                    case "error:provider" -> unanswered(data, styles);
                    case "error:orchestration" -> failed("The agent", data, styles, false);
                    case "module:load_failed" -> failed(LenientFields.text(data, "module"), data, styles, false);
                    case "provider:retry" -> retry(data, styles);
                    case "context:post_compact" -> compacted(data, styles);
                    case "session:resume" -> plain("Session resumed", styles);
                    case "cancel:requested" -> cancelled(data, styles);
                    case "user:notification" -> notification(data, styles);
                    default -> null;
                });
    }

    /** The question is not repeated where it was answered at this terminal. */
    private static Notice refusal(EventData data, Styles styles) {
        String reason = LenientFields.text(data, "reason");
        String question = ": " + LenientFields.text(data, "prompt");
        boolean repeats = isAnsweredHere(data) && reason.endsWith(question);
        String told = repeats ? reason.substring(0, reason.length() - question.length()) : reason;
        return new Notice(styles.red(styles.cross() + " denied: " + one(told)), true, one(reason));
    }

    private static boolean isAnsweredHere(EventData data) {
        return LenientFields.text(data, "channel").equals(TerminalApproval.NAME);
    }

    /** A yes at this terminal is not told: the menu has shown it. */
    private static @Nullable Notice granted(EventData data, Styles styles) {
        if (isAnsweredHere(data)) {
            return null;
        }
        String how = switch (LenientFields.text(data, "how")) {
            case "remembered" -> "allowed before, for this session";
            case "rule" -> "allowed by " + one(LenientFields.text(data, "decided_by"));
            case "timeout" -> "allowed by default, without an answer in time";
            default -> "allowed";
        };
        return new Notice(styles.green(styles.tick() + " " + how), false);
    }

    /** What an event of a failed turn says, as the answer to the prompt says it too; empty for other events. */
    static String failure(String event, EventData data) {
        return switch (event) {
            case "error:provider" -> failure(data, LenientFields.text(data, "provider"));
            case "error:orchestration" -> failure(data, "The agent");
            default -> "";
        };
    }

    private static String failure(EventData data, String what) {
        EventData error = LenientFields.object(data, "error");
        String message = LenientFields.text(error, "message");
        String told = message.isEmpty() ? LenientFields.text(error, "type") : message;
        return one(what) + " failed: " + one(told);
    }

    private static Notice failed(String what, EventData data, Styles styles, boolean endsCall) {
        return new Notice(styles.red(styles.cross() + " " + failure(data, what)), endsCall);
    }

    private static Notice unanswered(EventData data, Styles styles) {
        Notice told = failed(LenientFields.text(data, "provider"), data, styles, false);
        boolean connection =
                LenientFields.text(LenientFields.object(data, "error"), "type").equals("connection");
        return connection && !told.text().contains("check ")
                ? new Notice(told.text() + "\n" + styles.dim(CONNECTION_HELP), false)
                : told;
    }

    private static Notice retry(EventData data, Styles styles) {
        String wait = String.format(Locale.ROOT, "%.1f s", LenientFields.number(data, "delay_ms") / 1000.0);
        return new Notice(
                styles.yellow(one(LenientFields.text(data, "provider")) + " did not answer, attempt "
                        + LenientFields.number(data, "attempt") + "; again in " + wait),
                false);
    }

    /** Where there was nothing to shorten, nothing has happened. */
    private static @Nullable Notice compacted(EventData data, Styles styles) {
        if (LenientFields.number(data, "previous_tokens") == LenientFields.number(data, "current_tokens")) {
            return null;
        }
        return plain(
                "Conversation compacted from " + LenientFields.number(data, "previous_tokens") + " to "
                        + LenientFields.number(data, "current_tokens") + " tokens",
                styles);
    }

    private static Notice cancelled(EventData data, Styles styles) {
        boolean now = LenientFields.text(data, "level").equals("immediate");
        return new Notice(
                styles.yellow(now ? "Stopping now" : "Stopping after the running tool; Ctrl-C again stops it now"),
                false);
    }

    /** Null for a question: the approval system shows it. */
    private static @Nullable Notice notification(EventData data, Styles styles) {
        boolean question = LenientFields.text(data, "notification_type").equals("approval_required");
        return question ? null : plain(one(LenientFields.text(data, "message")), styles);
    }

    private static Notice plain(String text, Styles styles) {
        return new Notice(styles.dim(text), false);
    }

    private static String one(String text) {
        return VisibleText.inOneLine(text);
    }
}
