package dev.carabiner.guard.rule;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.CarabinerException;

/** A rule that cannot be one. The message names the rule, what was expected and what came. */
public final class InvalidRuleException extends CarabinerException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 200;

    private final String ruleId;

    /**
     * @param problem what is wrong, as the rest of a sentence about the rule
     */
    public InvalidRuleException(String ruleId, String problem) {
        super("Rule " + quoted(ruleId) + ": " + problem);
        this.ruleId = ruleId;
    }

    /** The id of the rule that is wrong. */
    public String ruleId() {
        return ruleId;
    }

    /** What came, fit for a message: in one line, nothing hidden, and not longer than a line should be. */
    static String quoted(String text) {
        boolean isLong = text.length() > SHOWN;
        String shown = VisibleText.inOneLine(isLong ? text.substring(0, SHOWN) : text);
        return '"' + shown + '"' + (isLong ? " (and " + (text.length() - SHOWN) + " more characters)" : "");
    }
}
