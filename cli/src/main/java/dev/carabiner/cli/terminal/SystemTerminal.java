package dev.carabiner.cli.terminal;

import java.io.IOException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The terminal that the process was started from. */
public final class SystemTerminal {

    private static final int USUAL_ROWS = 24;

    private SystemTerminal() {}

    /**
     * Only where {@link Surroundings#interactive()} says that there is one. What is typed while the agent works waits for
     * the next prompt instead of appearing in the middle of the output.
     */
    public static Terminal open(Surroundings here) throws IOException {
        Terminal terminal = TerminalBuilder.builder()
                .name("carabiner")
                .system(true)
                .encoding(here.out().charset())
                .graphemeCluster(false) // else it asks the terminal, and waits for one that does not answer
                .build();
        terminal.echo(false); // closing it brings back what was
        return terminal;
    }

    /** The screen on it. */
    public static Screen screen(Terminal terminal, Surroundings here) {
        boolean still = terminal.getType().startsWith("dumb");
        return still
                ? Screen.plain(terminal.writer(), here.styles(), columns(terminal))
                : Screen.live(terminal.writer(), here.styles(), () -> columns(terminal));
    }

    /** How wide it is now. One that does not say, as over some serial lines, is as wide as most. */
    static int columns(Terminal terminal) {
        int columns = terminal.getWidth();
        return columns > 0 ? columns : Surroundings.USUAL_COLUMNS;
    }

    static int rows(Terminal terminal) {
        int rows = terminal.getHeight();
        return rows > 0 ? rows : USUAL_ROWS;
    }
}
