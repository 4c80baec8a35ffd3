package dev.carabiner.cli.terminal;

import java.util.List;
import org.jline.terminal.Terminal;

/** The lines at the bottom of a terminal that are drawn over and over. A terminal that cannot do that gets each once. */
final class MenuArea {

    private final Terminal terminal;
    private final boolean movable;
    private List<String> drawn = List.of();

    MenuArea(Terminal terminal) {
        this.terminal = terminal;
        movable = !terminal.getType().startsWith("dumb");
    }

    /** Whether a menu takes the place of the one before. */
    boolean isRedrawn() {
        return movable;
    }

    /** Lines that stay. */
    void print(List<String> lines) {
        erase();
        lines.forEach(line -> terminal.writer().print(line + "\r\n"));
        terminal.flush();
    }

    /** The menu, in the place of the last one. Each line must fit the width. */
    void draw(List<String> lines) {
        if (lines.equals(drawn) || (!movable && lines.size() == drawn.size())) {
            return;
        }
        erase();
        lines.forEach(line -> terminal.writer().print(line + "\r\n"));
        terminal.flush();
        drawn = List.copyOf(lines);
    }

    /** Takes the menu away and puts one line there that stays. */
    void replace(String line) {
        print(List.of(line));
    }

    void erase() {
        if (movable && !drawn.isEmpty()) {
            terminal.writer().print("\u001B[" + drawn.size() + "A\r\u001B[J");
        }
        drawn = List.of();
    }
}
