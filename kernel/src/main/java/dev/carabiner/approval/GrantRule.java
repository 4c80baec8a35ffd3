package dev.carabiner.approval;

import java.util.Locale;

/** Which answers grant, and which of them are remembered. Whatever is not plainly a grant denies. */
public final class GrantRule {

    private static final int SHOWN_PROMPT = 200;

    private GrantRule() {}

    /** Whether choosing this option grants the request: it is one of those offered, and its first word is "allow". */
    public static boolean grants(ApprovalRequest request, String option) {
        return request.options().contains(option) && grants(option);
    }

    /** Whether the first word is "allow", in any case. */
    public static boolean grants(String option) {
        return option.strip().split("\\s+", 2)[0].equalsIgnoreCase("allow");
    }

    /** Whether a grant by this option holds for the rest of the session. */
    public static boolean remembers(String option) {
        return option.strip().toLowerCase(Locale.ROOT).equals("allow always");
    }

    /** A prompt as it stands in a reason: at most 200 characters. */
    public static String shortened(String prompt) {
        if (prompt.codePointCount(0, prompt.length()) <= SHOWN_PROMPT) {
            return prompt;
        }
        return prompt.substring(0, prompt.offsetByCodePoints(0, SHOWN_PROMPT));
    }
}
