package dev.carabiner.cli.terminal;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.OperationText;
import dev.carabiner.display.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** An operation in as many lines as there is room for, and in all of them. It knows whether the two differ. */
final class OperationView {

    private static final int SHOWN_CHARACTERS = 400;
    private static final int FEWEST_LINES = 4;

    private final OperationText text;
    private final ApprovalRequest request;
    private final Styles styles;
    private final int width;
    private final List<String> head;
    private final List<String> body;
    private final int shownHead;
    private final int shownBody;
    private final List<String> everything = new ArrayList<>();

    OperationView(ApprovalRequest request, Styles styles, int width, int room) {
        this.request = request;
        this.text = request.shown();
        this.styles = styles;
        this.width = Math.max(20, width);
        head = head();
        body = operation(text.cutAt(SHOWN_CHARACTERS));
        int lines = Math.max(2 * FEWEST_LINES, room);
        shownHead = Math.min(head.size(), lines / 2);
        shownBody = Math.min(body.size(), lines - shownHead);
    }

    /** Whether {@link #lines} leaves anything out: then allowing it takes reading {@link #everything}. */
    boolean hidesSomething() {
        return shownHead < head.size()
                || shownBody < body.size()
                || text.hidesSomethingAt(SHOWN_CHARACTERS)
                || request.options().stream()
                        .anyMatch(option -> TextWidth.of(VisibleText.inOneLine(option)) > width - 8);
    }

    /** How much is left out, in words. */
    String hidden() {
        int lines = everything().size() - shownHead - shownBody;
        return lines > 0 ? lines + (lines == 1 ? " more line" : " more lines") : "some of it is cut";
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        head.subList(0, shownHead).forEach(line -> lines.add(styles.bold(line)));
        body.subList(0, shownBody).forEach(line -> lines.add(barred(line)));
        int more = head.size() - shownHead + body.size() - shownBody;
        if (more > 0) {
            lines.add(barred(styles.yellow(styles.dots() + " " + more + " more lines are hidden")));
        }
        return lines;
    }

    /** Made once: it may be long, and the menu is drawn with every key. */
    List<String> everything() {
        if (everything.isEmpty()) {
            everything.addAll(head);
            text.options().forEach(option -> everything.addAll(wrapped("option: " + option)));
            operation(text.full()).forEach(line -> everything.add(barred(line)));
        }
        return everything;
    }

    /** Who asks what, and why. */
    private List<String> head() {
        String prompt = prompt();
        List<String> lines = new ArrayList<>(wrapped(VisibleText.inOneLine(request.hook()) + " asks: " + prompt));
        String reason = VisibleText.escaped(request.reason());
        if (!reason.isBlank() && !prompt.contains(reason)) {
            lines.addAll(wrapped("because: " + reason));
        }
        return lines;
    }

    /** The prompt without a value of the tool's input at its end: that stands among the operation's lines. */
    private String prompt() {
        String prompt = text.prompt();
        for (Object value : request.toolInput().asMap().values()) {
            String end = value instanceof String shown ? " " + VisibleText.inOneLine(shown) : " ";
            if (!end.isBlank() && prompt.endsWith(end) && prompt.length() > end.length()) {
                return prompt.substring(0, prompt.length() - end.length());
            }
        }
        return prompt;
    }

    /**
     * The operation's lines but for those that say nothing about it: the ids of its session and call, and the time. No
     * other field can pose as one of them, since what is inside another is indented.
     */
    private List<String> operation(String rendered) {
        String session = "session_id: \"" + request.session() + "\"";
        return wrapped(rendered.lines()
                .filter(line -> !line.equals(session)
                        && !line.startsWith("parent_session_id: ")
                        && !line.startsWith("tool_call_id: ")
                        && !line.startsWith("timestamp: "))
                .collect(Collectors.joining("\n")));
    }

    private List<String> wrapped(String lines) {
        List<String> pieces = new ArrayList<>();
        lines.replace("\t", "    ").lines().forEach(line -> pieces.addAll(TextWidth.wrapped(line, width - 5)));
        return pieces;
    }

    private String barred(String line) {
        return "  " + styles.dim(styles.bar()) + " " + line;
    }
}
