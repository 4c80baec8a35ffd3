package dev.carabiner.display;

/** What a hook's, a port's or a tool's code threw: whether the program can go on, and what a person is told of it. */
public final class Trouble {

    private static final int SHOWN = 500;

    private Trouble() {}

    /**
     * Rethrows what is the virtual machine's own trouble, such as having no memory left. A stack that overflowed in
     * a handler is that handler's trouble.
     */
    public static void rethrowIfFatal(Throwable thrown) {
        if (thrown instanceof VirtualMachineError error && !(thrown instanceof StackOverflowError)) {
            throw error;
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
