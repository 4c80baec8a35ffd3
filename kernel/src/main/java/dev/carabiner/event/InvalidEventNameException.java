package dev.carabiner.event;

/** A text that is neither an event's name nor, where one is allowed, a pattern. */
public final class InvalidEventNameException extends CarabinerException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 200;

    private final String text;

    InvalidEventNameException(String text, String expected) {
        super("Not an event name: \"" + shortened(text) + "\". Expected " + expected + ".");
        this.text = text;
    }

    public String text() {
        return text;
    }

    private static String shortened(String text) {
        if (text.length() <= SHOWN) {
            return text;
        }
        return text.substring(0, SHOWN) + "… (" + text.length() + " characters)";
    }
}
