package dev.carabiner.hooks.lint;

/**
 * Something wrong in a line.
 *
 * @param line from 1
 * @param from what a mechanical fix replaces, or empty if there is none
 */
public record LintFinding(int line, String problem, String from, String to) {

    static LintFinding of(int line, String problem) {
        return new LintFinding(line, problem, "", "");
    }

    /**
     * With a fix, where it can be said without doubt: what is replaced is there once, and neither part has a mark in it
     * that would end it.
     */
    static LintFinding of(int line, String problem, String from, String to, String wholeText) {
        boolean once = wholeText.indexOf(from) >= 0 && wholeText.indexOf(from) == wholeText.lastIndexOf(from);
        boolean sayable = !from.isBlank() && !to.isBlank() && (from + to).indexOf('`') < 0 && from.length() <= 500;
        return once && sayable ? new LintFinding(line, problem, from, to) : of(line, problem);
    }

    /** As {@code PATH:LINE: problem; replace `A` with `B`}. */
    public String text(String path) {
        String place = path + ":" + line + ": " + problem;
        return from.isEmpty() ? place : place + "; replace `" + from + "` with `" + to + "`";
    }
}
