package dev.carabiner.cli.terminal;

import java.util.List;
import org.jline.terminal.Terminal;

/** Shows many lines, a screenful at a time. */
final class Pager {

    private static final long TICK_MILLIS = 200;

    private final Terminal terminal;
    private final KeyReader keys;
    private final MenuArea area;
    private final Styles styles;

    Pager(Terminal terminal, KeyReader keys, MenuArea area, Styles styles) {
        this.terminal = terminal;
        this.keys = keys;
        this.area = area;
        this.styles = styles;
    }

    /** Whether the end was reached. */
    boolean show(List<String> lines) throws InterruptedException {
        int shown = 0;
        while (true) {
            int page = Math.max(3, SystemTerminal.rows(terminal) - 2);
            int to = Math.min(lines.size(), shown + page);
            area.print(lines.subList(shown, to));
            shown = to;
            if (shown == lines.size()) {
                return true;
            }
            area.draw(List.of(styles.dim(help(shown, lines.size()))));
            int key = answer();
            if (key == 'e') {
                area.print(lines.subList(shown, lines.size()));
                return true;
            }
            if (key == 'q') {
                area.erase();
                return false;
            }
        }
    }

    /** It must fit, or what is left of it stays on the screen. */
    private String help(int shown, int all) {
        int columns = SystemTerminal.columns(terminal);
        String place = shown + " of " + all;
        String line = columns < 50 ? "  Space, e, q; " + place : "  " + place + " lines; Space: more, e: all, q: back";
        return TextWidth.cut(line, Math.max(4, columns - 2), styles.dots());
    }

    private int answer() throws InterruptedException {
        while (true) {
            int key = keys.next(TICK_MILLIS);
            switch (key) {
                case ' ', KeyReader.ENTER, KeyReader.DOWN, 'o' -> {
                    return ' ';
                }
                case 'e', 'q' -> {
                    return key;
                }
                case KeyReader.ESCAPE, KeyReader.END, 3, 4 -> {
                    return 'q';
                }
                default -> {} // no key, or one without a meaning here
            }
        }
    }
}
