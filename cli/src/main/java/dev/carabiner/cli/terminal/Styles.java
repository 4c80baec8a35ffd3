package dev.carabiner.cli.terminal;

import java.util.Map;

/**
 * How text is set off: in colour or plain, and with which signs.
 *
 * @param coloured whether colours may be used
 * @param unicode whether signs beyond ASCII may be used
 */
public record Styles(boolean coloured, boolean unicode) {

    /** For files and pipes. */
    public static final Styles PLAIN = new Styles(false, true);

    private static final String ESCAPE = "\u001B[";

    /** Colours on a terminal that has them, unless the user wants none. */
    public static Styles on(boolean terminal, boolean unicode, Map<String, String> environment) {
        boolean unwanted = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return new Styles(terminal && !unwanted, unicode);
    }

    /** The same signs, and no colour. */
    public Styles withoutColour() {
        return new Styles(false, unicode);
    }

    /** In bold, if the output can show it. */
    public String bold(String text) {
        return set("1", text);
    }

    /** Dimmed, if the output can show it. */
    public String dim(String text) {
        return set("2", text);
    }

    /** In red, if the output can show it. */
    public String red(String text) {
        return set("31", text);
    }

    /** In green, if the output can show it. */
    public String green(String text) {
        return set("32", text);
    }

    /** In yellow, if the output can show it. */
    public String yellow(String text) {
        return set("33", text);
    }

    /** In cyan, if the output can show it. */
    public String cyan(String text) {
        return set("36", text);
    }

    /** Before an item. */
    public String bullet() {
        return unicode ? "●" : "*";
    }

    /** For what went well. */
    public String tick() {
        return unicode ? "✓" : "+";
    }

    /** For what failed. */
    public String cross() {
        return unicode ? "✗" : "x";
    }

    /** Before what is chosen, and before the prompt. */
    public String pointer() {
        return unicode ? "❯" : ">";
    }

    /** Before what belongs to the line above. */
    public String corner() {
        return unicode ? "└" : "`-";
    }

    /** At the edge of a quoted text. */
    public String bar() {
        return unicode ? "│" : "|";
    }

    /** For what was left out. */
    public String dots() {
        return unicode ? "…" : "...";
    }

    /** Between two parts of a line. */
    public String dash() {
        return unicode ? "–" : "-";
    }

    /** Line by line, so that a line that is cut or indented later keeps its own colour and no other. */
    private String set(String code, String text) {
        if (!coloured || text.isEmpty()) {
            return text;
        }
        String begin = ESCAPE + code + "m";
        String end = ESCAPE + "0m";
        return begin + text.replace("\n", end + "\n" + begin) + end;
    }
}
