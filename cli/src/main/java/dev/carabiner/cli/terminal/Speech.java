package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The models' words as they come. Sub-agents may speak at the same time; each begins a line of its own. */
final class Speech {

    private static final String TEXT = "text";

    /** What is known of one session's words. */
    private static final class Voice {
        private String kind = TEXT;
        private boolean streamed;
        private String heldBack = "";
        private String failure = "";
        private final StringBuilder said = new StringBuilder();
    }

    private final Screen screen;
    private final Ink ink;
    private final Map<String, Voice> voices = new Sessions.Bounded<>();

    private String speaker = "";
    private boolean aside;
    private @Nullable WordWrap wrap;

    Speech(Screen screen) {
        this.screen = screen;
        this.ink = screen.ink();
    }

    /** A new prompt: nothing has been said to it. */
    void begin(String session) {
        silence();
        voices.put(session, new Voice());
    }

    void block(String session, String type) {
        Voice voice = voice(session);
        voice.kind = type.isEmpty() ? TEXT : type;
        voice.said.setLength(0);
        voice.heldBack = "";
        if (voice.kind.equals(TEXT)) {
            voice.streamed = true;
        }
    }

    /** Half of a character waits for its other half. What a tool call consists of is shown when it is made. */
    void delta(String session, String indent, String text) {
        Voice voice = voice(session);
        if (voice.kind.equals("tool_use")) {
            return;
        }
        String piece = voice.heldBack + text;
        boolean half = !piece.isEmpty() && Character.isHighSurrogate(piece.charAt(piece.length() - 1));
        voice.heldBack = half ? piece.substring(piece.length() - 1) : "";
        voice.streamed |= voice.kind.equals(TEXT);
        say(voice, session, indent, half ? piece.substring(0, piece.length() - 1) : piece);
    }

    void blockEnd(String session, String indent) {
        Voice voice = voice(session);
        String rest = voice.heldBack;
        voice.heldBack = "";
        say(voice, session, indent, rest);
        if (session.equals(speaker)) {
            silence();
        }
    }

    /** An answer in one piece, unless its pieces have been seen. */
    void whole(String session, String indent, String text) {
        Voice voice = voice(session);
        if (!voice.streamed && !text.isBlank()) {
            voice.kind = TEXT;
            voice.said.setLength(0);
            say(voice, session, indent, text);
            silence();
        }
        voice.streamed = false;
    }

    /** Why there will be no answer, if somebody else has told it. */
    void failed(String session, String why) {
        if (!why.isEmpty()) {
            voice(session).failure = why;
        }
    }

    /** What the prompt came to, unless that has been seen: the reason of a refusal, for instance. */
    void answer(String session, String indent, String text) {
        Voice voice = voice(session);
        boolean told = !voice.failure.isEmpty() && VisibleText.inOneLine(text).startsWith(voice.failure);
        if (!told && !voice.said.toString().strip().equals(text.strip())) {
            whole(session, indent, text);
        }
    }

    /** Ends the line, for somebody else's. */
    void silence() {
        WordWrap unfinished = wrap;
        wrap = null;
        if (unfinished != null) {
            show(unfinished.rest());
        }
        screen.endLine();
    }

    private Voice voice(String session) {
        return voices.computeIfAbsent(session, unused -> new Voice());
    }

    private void say(Voice voice, String session, String indent, String text) {
        if (text.isEmpty()) {
            return;
        }
        if (!session.equals(speaker)) {
            silence();
            speaker = session;
        }
        if (wrap == null) {
            wrap = new WordWrap(screen.width(), indent);
        }
        aside = !voice.kind.equals(TEXT);
        voice.said.append(text);
        show(wrap.add(VisibleText.escaped(text)));
    }

    private void show(String text) {
        boolean ended = text.endsWith("\n");
        String lines = ended ? text.substring(0, text.length() - 1) : text;
        screen.piece((aside ? ink.dim(lines) : lines) + (ended ? "\n" : ""));
    }
}
