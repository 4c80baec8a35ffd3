package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.Registration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Shows the course of a session to a person: the answer as it comes, a line for each tool call and what came of it,
 * refusals, trouble. It only watches: first in line, so that it sees what a later hook stops.
 */
public final class EventPrinter {

    private final ReentrantLock lock = new ReentrantLock();
    private final Screen screen;
    private final Styles styles;
    private final SessionTree sessions = new SessionTree();
    private final AnswerPrinter answers;
    private final ToolResultText results;

    /** Prints what happens in a session on this screen. */
    public EventPrinter(Screen screen) {
        this.screen = screen;
        this.styles = screen.styles();
        this.answers = new AnswerPrinter(screen);
        this.results = new ToolResultText(styles);
    }

    /** Watches everything in this registry until closed. */
    public AutoCloseable watch(HookRegistry hooks) {
        Registration first = hooks.observe(
                HookOptions.forEvent("*").priority(Integer.MIN_VALUE).name("event-printer"), this::observe);
        Registration last = hooks.observe(
                HookOptions.forEvent("tool:pre").priority(Integer.MAX_VALUE).name("event-printer"), this::permitted);
        return () -> {
            first.close();
            last.close();
        };
    }

    /** One event, as it is before any hook has had its say. */
    void observe(String event, EventData data) {
        lock.lock();
        try {
            sessions.learn(data);
            show(event, data, LenientFields.text(data, "session_id"));
        } finally {
            lock.unlock();
        }
    }

    /** A tool call that no hook has stopped, with the input that it runs with. */
    private void permitted(String event, EventData data) {
        lock.lock();
        try {
            EventData asked = sessions.calls(LenientFields.text(data, "session_id")).input;
            EventData now = LenientFields.object(data, "tool_input");
            if (asked != null && now != null && !asked.equals(now)) {
                String label = ToolLabel.of(LenientFields.text(data, "tool_name"), now);
                note(data, styles.yellow("changed by a hook: ") + cut(label, data, 24));
            }
        } finally {
            lock.unlock();
        }
    }

    private void show(String event, EventData data, String session) {
        switch (event) {
            case "prompt:submit" -> answers.begin(session);
            case "provider:request" -> screen.working("Thinking");
            case "content_block:start" -> answers.block(session, LenientFields.text(data, "block_type"));
            case "content_block:delta" ->
                answers.delta(session, sessions.indent(session), LenientFields.text(data, "delta"));
            case "content_block:end" -> answers.blockEnd(session, sessions.indent(session));
            case "provider:response" -> answers.whole(session, sessions.indent(session), answer(data));
            case "prompt:complete", "orchestrator:complete", "session:end" -> ended(event, data, session);
            case "tool:pre" -> called(data, session);
            case "tool:post" -> returned(data, session);
            default -> {
                Notices.of(event, data, styles).ifPresent(notice -> notice(notice, data, session));
                answers.failed(session, Notices.failure(event, data));
            }
        }
    }

    private void ended(String event, EventData data, String session) {
        if (event.equals("prompt:complete")) {
            answers.answer(session, sessions.indent(session), LenientFields.text(data, "response"));
        }
        if (sessions.depth(session) == 0) {
            screen.idle();
            screen.endLine();
        }
    }

    private void called(EventData data, String session) {
        EventData input = LenientFields.object(data, "tool_input");
        String label = ToolLabel.of(LenientFields.text(data, "tool_name"), input);
        SessionTree.Calls calls = sessions.calls(session);
        calls.open++;
        calls.input = input;
        calls.refusal = "";
        answers.endLine();
        screen.line(sessions.indent(session) + styles.cyan(styles.bullet()) + " " + styles.bold(cut(label, data, 2)));
        screen.working(label);
    }

    private void returned(EventData data, String session) {
        String tool = LenientFields.text(data, "tool_name");
        EventData result = LenientFields.object(data, "tool_result");
        SessionTree.Calls calls = sessions.calls(session);
        boolean several = calls.open > 1;
        calls.open = Math.max(0, calls.open - 1);
        EventData shown = result == null ? EventData.empty() : result;
        boolean success = !Boolean.FALSE.equals(data.get("success")) && !Boolean.FALSE.equals(shown.get("success"));
        String whose = several ? ToolLabel.of(tool, LenientFields.object(data, "tool_input")) + ": " : "";
        results.lines(tool, shown, success, LenientFields.number(data, "duration_ms"), room(data, 4))
                .forEach(new Indented(data, whose));
        screen.working("Thinking");
    }

    private void notice(Notices.Notice notice, EventData data, String session) {
        if (notice.endsCall()) {
            SessionTree.Calls calls = sessions.calls(session);
            calls.open = Math.max(0, calls.open - 1);
            if (notice.cause().equals(calls.refusal)) {
                return; // one event tells of the person's no, another of the hook's
            }
            calls.refusal = notice.cause();
        }
        note(data, notice.text());
    }

    /** A line below the call, or whatever it belongs to. */
    private void note(EventData data, String text) {
        answers.endLine();
        text.lines().forEach(new Indented(data, ""));
    }

    private String cut(String text, EventData data, int taken) {
        int room = room(data, taken);
        return room == 0 ? text : TextWidth.cut(text, room, styles.dots());
    }

    private int room(EventData data, int taken) {
        int indent = sessions.indent(LenientFields.text(data, "session_id")).length();
        return screen.width() == 0 ? 0 : Math.max(10, screen.width() - indent - taken);
    }

    /** The answer of a model that was not streamed. */
    private static String answer(EventData data) {
        return LenientFields.text(LenientFields.object(data, "message"), "content");
    }

    /** Lines below a call: the first hangs on a corner. */
    private final class Indented implements Consumer<String> {

        private final String indent;
        private String lead;

        Indented(EventData data, String whose) {
            indent = sessions.indent(LenientFields.text(data, "session_id"));
            lead = styles.dim(styles.corner() + " " + VisibleText.inOneLine(whose));
        }

        @Override
        public void accept(String line) {
            screen.line(indent + "  " + lead + line);
            lead = "  ";
        }
    }
}
