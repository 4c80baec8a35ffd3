package dev.carabiner.display;

import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/** What the code of a hook, a port or a tool threw: whether the program can go on, and what people and logs are told. */
public final class Throwables {

    private static final int SHOWN = 500;

    private Throwables() {}

    /**
     * Rethrows what is the virtual machine's own trouble, such as having no memory left. A stack that overflowed in
     * a handler is that handler's trouble.
     */
    public static void rethrowIfFatal(Throwable thrown) {
        if (thrown instanceof VirtualMachineError error && !(thrown instanceof StackOverflowError)) {
            throw error;
        }
    }

    /**
     * Logs the text with the class and the stack trace of what was thrown, or without them if it cannot be printed. A log
     * that fails does no harm.
     */
    public static void log(Logger log, Logger.Level level, String text, @Nullable Throwable thrown) {
        try {
            log.log(level, text, thrown);
        } catch (Throwable e) {
            rethrowIfFatal(e);
            if (thrown != null) {
                log(log, level, text, null);
            }
        }
    }

    /** The message in one line, cut if it is long, or the exception's name if there is no message to be had. */
    public static String inWords(Throwable thrown) {
        String message = messageOf(thrown);
        if (message.isBlank()) {
            String name = thrown.getClass().getSimpleName();
            return name.isEmpty() ? thrown.getClass().getName() : name;
        }
        if (message.length() <= SHOWN) {
            return VisibleText.inOneLine(message);
        }
        int more = message.length() - SHOWN;
        return VisibleText.inOneLine(message.substring(0, SHOWN)) + "… (" + more + " more characters)";
    }

    private static String messageOf(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            return message == null ? "" : message;
        } catch (RuntimeException | StackOverflowError e) {
            return ""; // an exception that cannot even say what it is
        }
    }
}
