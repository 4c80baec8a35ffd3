package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The log's warnings on the screen, in one line each, instead of beside it. One that repeats itself is shown once. */
public final class ScreenLog extends Handler {

    private final Screen screen;
    private final SimpleFormatter words = new SimpleFormatter();
    private final AtomicReference<String> last = new AtomicReference<>("");

    private ScreenLog(Screen screen) {
        this.screen = screen;
        setLevel(Level.WARNING);
    }

    /** From now on, everything that is logged in this process comes here. */
    public static void install(Screen screen) {
        LogManager.getLogManager().reset();
        Logger.getLogger("").addHandler(new ScreenLog(screen));
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry)) {
            String text = VisibleText.inOneLine(words.formatMessage(entry));
            if (!last.getAndSet(text).equals(text)) {
                screen.line("  " + screen.styles().yellow("warning: " + text));
            }
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
