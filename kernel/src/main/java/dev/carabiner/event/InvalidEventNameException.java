package dev.carabiner.event;

import java.util.stream.Collectors;

/** A text that is neither an event's name nor, where one is allowed, a pattern. */
public final class InvalidEventNameException extends CarabinerException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 200;

    private final String text;

    InvalidEventNameException(String text, String expected) {
        super("Not an event name: \"" + shortened(text) + "\". Expected " + expected + ".");
        this.text = text;
    }

    /** The text as it was given, whole. */
    public String text() {
        return text;
    }

    private static String shortened(String text) {
        String start = text.substring(0, Math.min(SHOWN, text.length()));
        String visible = start.chars()
                .mapToObj(c -> Character.isISOControl(c) ? String.format("\\u%04X", c) : String.valueOf((char) c))
                .collect(Collectors.joining());
        return text.length() <= SHOWN ? visible : visible + "… (" + text.length() + " characters)";
    }
}
