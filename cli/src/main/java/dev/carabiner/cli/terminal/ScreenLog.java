package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.jspecify.annotations.Nullable;

/**
 * The log's warnings on the screen, in one line each, instead of beside it. One that repeats itself is shown once. What was
 * thrown is named, and with debugging on it is shown whole, as are the log's finer remarks.
 */
public final class ScreenLog extends Handler {

    /** Kept, so that the platform does not forget its level. */
    private static final Logger OWN = Logger.getLogger("dev.carabiner");

    private final Screen screen;
    private final boolean debugging;
    private final SimpleFormatter words = new SimpleFormatter();
    private final AtomicReference<String> last = new AtomicReference<>("");

    private ScreenLog(Screen screen, boolean debugging) {
        this.screen = screen;
        this.debugging = debugging;
        setLevel(debugging ? Level.FINE : Level.WARNING);
    }

    /** From now on, everything that is logged in this process comes here. */
    public static void install(Screen screen, boolean debugging) {
        LogManager.getLogManager().reset();
        OWN.setLevel(debugging ? Level.FINE : null);
        Logger.getLogger("").addHandler(new ScreenLog(screen, debugging));
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry)) {
            String text = VisibleText.inOneLine(words.formatMessage(entry)) + origin(entry.getThrown());
            if (!last.getAndSet(text).equals(text)) {
                boolean warns = entry.getLevel().intValue() >= Level.WARNING.intValue();
                screen.line("  " + screen.styles().yellow((warns ? "warning: " : "debug: ") + text));
            }
        }
    }

    private String origin(@Nullable Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        if (!debugging) {
            return " (" + thrown.getClass().getSimpleName() + "; CARABINER_DEBUG=1 shows where)";
        }
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        String lines = trace.toString().replace("\t", "    ");
        return "\n" + VisibleText.escaped(lines).stripTrailing();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
