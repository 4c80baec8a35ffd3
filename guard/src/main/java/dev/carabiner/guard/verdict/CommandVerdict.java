package dev.carabiner.guard.verdict;

/**
 * What the guard says about one shell line. The severities are in order: a line has the highest that one of its commands
 * has.
 *
 * @param severity what is to happen
 * @param why what the line would do, as the end of a sentence that begins with "it"; empty for {@link Severity#PASS}
 * @param instead a command that is safer and does what was meant, or empty
 * @param reach what it needs beyond the sandbox; with confinement, a grant opens exactly this for the one call
 * @param clear whether every command of the line is known, so that a lasting yes means the same thing the next time
 */
public record CommandVerdict(Severity severity, String why, String instead, Reach reach, boolean clear) {

    /** What is to happen with a line. */
    public enum Severity {
        /** Known in full and harmless. It runs, inside the sandbox where there is one. */
        PASS,
        /**
         * Nothing speaks against it, and not everything in it is known: a program that the table does not name, code of an
         * interpreter. Confined, it runs unasked; otherwise it is asked about.
         */
        UNKNOWN,
        /** It needs a human's yes, confined or not. */
        ASK,
        /** It is not run, and no question is asked. */
        DENY
    }

    /** Whether it is denied outright. */
    public boolean denied() {
        return severity == Severity.DENY;
    }

    /** Whether a human is to be asked. */
    public boolean asks(boolean confined) {
        return severity == Severity.ASK || (severity == Severity.UNKNOWN && !confined);
    }

    /** For the agent, and in the form that the offline provider follows. */
    public String correction() {
        return instead.isEmpty() ? "" : "; use `" + instead + "` instead";
    }
}
