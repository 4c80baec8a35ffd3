package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints the models' answers as they come. Sub-agents may answer at the same time; each begins a line of its own. */
final class AnswerPrinter {

    private static final String TEXT = "text";

    /** What is known of one session's answer. */
    private static final class Answer {
        private String kind = TEXT;
        private boolean streamed;
        private String heldBack = "";
        private String failure = "";
        private final StringBuilder shown = new StringBuilder();
    }

    private final Screen screen;
    private final Styles styles;
    private final Map<String, Answer> answers = new SessionTree.Bounded<>();

    private String current = "";
    private boolean dimmed;
    private @Nullable WordWrap wrap;

    AnswerPrinter(Screen screen) {
        this.screen = screen;
        this.styles = screen.styles();
    }

    /** A new prompt: nothing of its answer has been printed. */
    void begin(String session) {
        endLine();
        answers.put(session, new Answer());
    }

    void block(String session, String type) {
        Answer answer = answerOf(session);
        answer.kind = type.isEmpty() ? TEXT : type;
        answer.shown.setLength(0);
        answer.heldBack = "";
        if (answer.kind.equals(TEXT)) {
            answer.streamed = true;
        }
    }

    /** Half of a character waits for its other half. What a tool call consists of is shown when it is made. */
    void delta(String session, String indent, String text) {
        Answer answer = answerOf(session);
        if (answer.kind.equals("tool_use")) {
            return;
        }
        String piece = answer.heldBack + text;
        boolean half = !piece.isEmpty() && Character.isHighSurrogate(piece.charAt(piece.length() - 1));
        answer.heldBack = half ? piece.substring(piece.length() - 1) : "";
        answer.streamed |= answer.kind.equals(TEXT);
        print(answer, session, indent, half ? piece.substring(0, piece.length() - 1) : piece);
    }

    void blockEnd(String session, String indent) {
        Answer answer = answerOf(session);
        String rest = answer.heldBack;
        answer.heldBack = "";
        print(answer, session, indent, rest);
        if (session.equals(current)) {
            endLine();
        }
    }

    /** An answer in one piece, unless its pieces have been seen. */
    void whole(String session, String indent, String text) {
        Answer answer = answerOf(session);
        if (!answer.streamed && !text.isBlank()) {
            answer.kind = TEXT;
            answer.shown.setLength(0);
            print(answer, session, indent, text);
            endLine();
        }
        answer.streamed = false;
    }

    /** Keeps why there will be no answer, once that has been shown. */
    void failed(String session, String why) {
        if (!why.isEmpty()) {
            answerOf(session).failure = why;
        }
    }

    /** What the prompt came to, unless that has been seen: the reason of a refusal, for instance. */
    void answer(String session, String indent, String text) {
        Answer answer = answerOf(session);
        boolean told = !answer.failure.isEmpty() && VisibleText.inOneLine(text).startsWith(answer.failure);
        if (!told && !answer.shown.toString().strip().equals(text.strip())) {
            whole(session, indent, text);
        }
    }

    /** Prints the word that has waited, and ends the line. */
    void endLine() {
        WordWrap unfinished = wrap;
        wrap = null;
        if (unfinished != null) {
            show(unfinished.rest());
        }
        screen.endLine();
    }

    private Answer answerOf(String session) {
        return answers.computeIfAbsent(session, unused -> new Answer());
    }

    private void print(Answer answer, String session, String indent, String text) {
        if (text.isEmpty()) {
            return;
        }
        if (!session.equals(current)) {
            endLine();
            current = session;
        }
        if (wrap == null) {
            wrap = new WordWrap(screen.width(), indent);
        }
        dimmed = !answer.kind.equals(TEXT);
        answer.shown.append(text);
        show(wrap.add(VisibleText.escaped(text)));
    }

    private void show(String text) {
        boolean ended = text.endsWith("\n");
        String lines = ended ? text.substring(0, text.length() - 1) : text;
        screen.piece((dimmed ? styles.dim(lines) : lines) + (ended ? "\n" : ""));
    }
}
