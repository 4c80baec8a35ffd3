package dev.carabiner.cli.terminal;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.Receipt;
import dev.carabiner.display.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/**
 * One question on the terminal: the operation, then a menu that is drawn anew with every key and every second. The
 * safe answer has the focus. What does not fit must be opened before it can be allowed.
 */
final class ApprovalDialog {

    private static final long TICK_MILLIS = 200;
    private static final String NO = "Deny";

    private final Terminal terminal;
    private final Styles styles;
    private final ApprovalRequest request;
    private final KeyReader keys;
    private final MenuArea area;
    private final OperationView view;
    private final List<String> options;

    private int focus;
    private boolean shown;
    private boolean opened;
    private boolean listening;
    private String note = "";

    ApprovalDialog(Terminal terminal, Styles styles, ApprovalRequest request) {
        this.terminal = terminal;
        this.styles = styles;
        this.request = request;
        this.keys = new KeyReader(terminal.reader());
        this.area = new MenuArea(terminal);
        this.options = withRefusal(request.options());
        int rows = SystemTerminal.rows(terminal) - options.size() - 5;
        this.view = new OperationView(request, styles, SystemTerminal.columns(terminal), rows);
        this.focus = safest();
        this.opened = !view.hidesSomething();
    }

    /** Waits for the answer, and leaves the menu for {@link #answered} or {@link #over} to take away. */
    String ask(Duration moment) throws InterruptedException {
        keys.forget(1);
        shown = true;
        area.print(view.lines());
        if (area.isRedrawn()) { // else it would say for good that one has to wait
            area.draw(menu());
        }
        keys.forget(moment.toMillis());
        listening = true;
        String answer = null;
        while (answer == null) {
            area.draw(menu());
            answer = answerTo(keys.next(TICK_MILLIS));
        }
        return answer;
    }

    /** Puts what became of the answer in the menu's place. */
    void answered(String option, Receipt receipt) {
        switch (receipt) {
            case Receipt.Accepted accepted -> chosen(option, "");
            case Receipt.Counted(int have, int need) -> chosen(option, ", answer " + have + " of " + need);
            case Receipt.AlreadyDecided(ApprovalDecision decision) -> over(decision);
            case Receipt.OperationChanged changed -> end("not counted: the operation has changed");
            case Receipt.Refused(String why) -> end("not counted: " + VisibleText.inOneLine(why));
        }
    }

    private void chosen(String option, String more) {
        String mark = GrantRule.grants(option) ? styles.green(styles.tick()) : styles.red(styles.cross());
        area.replace("  " + mark + " " + VisibleText.inOneLine(option) + more);
    }

    /**
     * Puts the end of a question that was not answered here in the menu's place.
     *
     * @param decision null if there is none
     */
    void over(@Nullable ApprovalDecision decision) {
        if (decision == null || decision.how() != ApprovalDecision.How.ANSWERED) {
            end("the question is over");
            return;
        }
        String channel = decision.channel().isEmpty() ? "" : " (" + decision.channel() + ")";
        String who = VisibleText.inOneLine(decision.decidedBy() + channel);
        end((decision.granted() ? "allowed by " : "denied by ") + who);
    }

    private void end(String how) {
        if (shown) {
            area.replace(styles.dim(cut("  " + styles.dash() + " " + how)));
        }
    }

    private @Nullable String answerTo(int key) throws InterruptedException {
        switch (key) {
            case KeyReader.NONE, KeyReader.OTHER -> {}
            case KeyReader.UP, 'k' -> focus = Math.floorMod(focus - 1, entries());
            case KeyReader.DOWN, 'j', '\t' -> focus = Math.floorMod(focus + 1, entries());
            case KeyReader.ENTER -> {
                return choose(focus);
            }
            case KeyReader.END, KeyReader.ESCAPE, 3, 4 -> {
                return options.get(safest());
            }
            case 'o' -> open();
            default -> {
                return key >= '1' && key <= '9' && key - '1' < options.size() ? choose(key - '1') : null;
            }
        }
        return null;
    }

    private @Nullable String choose(int entry) throws InterruptedException {
        focus = entry;
        if (entry == options.size()) {
            open();
            return null;
        }
        String option = options.get(entry);
        if (!opened && GrantRule.grants(option)) {
            note = "Part of it is hidden: open it first, with o";
            return null;
        }
        return option;
    }

    private void open() throws InterruptedException {
        if (opened) {
            return;
        }
        area.erase();
        opened = new Pager(terminal, keys, area, styles).show(view.everything());
        note = opened ? "" : "Not all of it was shown";
        focus = safest();
    }

    private List<String> menu() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            lines.add(entry(i, i < 9 ? String.valueOf(i + 1) : " ", options.get(i)));
        }
        if (!opened) {
            lines.add(entry(options.size(), "o", "Show everything: " + view.hidden()));
        }
        lines.add(styles.dim(cut(countdown())));
        if (!note.isEmpty()) {
            lines.add(styles.yellow(cut("  " + note)));
        }
        return lines;
    }

    private String entry(int index, String key, String text) {
        String line = cut((index == focus ? styles.pointer() : " ") + " " + key + "  " + VisibleText.inOneLine(text));
        return " " + (index == focus ? styles.bold(line) : line);
    }

    private String countdown() {
        if (!listening) {
            return "  one moment" + styles.dots();
        }
        String otherwise = request.byDefault() == Decision.ALLOW ? "allowed" : "denied";
        String keysHelp = SystemTerminal.columns(terminal) < 60 ? "" : keysHelp();
        return "  " + keysHelp + otherwise + " in " + TimeLeft.until(request.expires(), Instant.now());
    }

    /** A terminal that cannot be drawn over may not pass on a key before the line is ended, either. */
    private String keysHelp() {
        return area.isRedrawn() ? "arrows and Enter, or a number; " : "a number and Enter; ";
    }

    private String cut(String line) {
        return TextWidth.cut(line, Math.max(4, SystemTerminal.columns(terminal) - 2), styles.dots());
    }

    private int entries() {
        return options.size() + (opened ? 0 : 1);
    }

    private int safest() {
        for (int i = 0; i < options.size(); i++) {
            if (!GrantRule.grants(options.get(i))) {
                return i;
            }
        }
        throw new AssertionError("there is always a refusal");
    }

    /** A question that only knows consent can be refused all the same. */
    private static List<String> withRefusal(List<String> offered) {
        List<String> options = new ArrayList<>(offered);
        if (offered.stream().allMatch(GrantRule::grants)) {
            options.add(NO);
        }
        return options;
    }
}
