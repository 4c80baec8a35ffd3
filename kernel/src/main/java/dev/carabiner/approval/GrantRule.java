package dev.carabiner.approval;

import dev.carabiner.approval.ApprovalDecision.How;
import java.time.Instant;
import java.util.Locale;

/** Which answers grant, and which of them are remembered. Whatever is not plainly a grant denies. */
public final class GrantRule {

    private static final int SHOWN_PROMPT = 200;

    private GrantRule() {}

    /** What an answer comes to: granted, or denied as the user's. */
    public static ApprovalDecision answered(ApprovalRequest request, String option, String decidedBy, Instant now) {
        boolean granted = request.options().contains(option) && grants(option);
        String reason = granted ? "" : "User denied: " + shortened(request.prompt());
        return new ApprovalDecision(granted, option, How.ANSWERED, reason, decidedBy, now);
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
