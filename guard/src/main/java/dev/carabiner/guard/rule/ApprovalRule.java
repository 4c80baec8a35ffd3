package dev.carabiner.guard.rule;

import dev.carabiner.approval.Decision;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A standing answer to a hook's questions, kept across sessions.
 *
 * @param id names the rule in the audit log and in refusals
 * @param hook the name of the hook that asks, or {@code *}
 * @param tool the name of the tool that is asked about, or {@code *}
 * @param expires when it ends to hold, or null for never
 * @param usesLeft how often it can still decide, or null for ever; at zero it is spent
 * @param session the id of the only session that it answers in, or null for all
 */
public record ApprovalRule(
        String id,
        Decision decision,
        String hook,
        String tool,
        InputPattern input,
        @Nullable Instant expires,
        @Nullable Integer usesLeft,
        @Nullable String session) {

    /** Stands for every hook, or every tool. */
    public static final String EVERY = "*";

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,99}");
    private static final int LONGEST_NAME = 500;
    private static final int MOST_USES = 999_999_999;

    public ApprovalRule {
        Objects.requireNonNull(id, "the id of a rule");
        Objects.requireNonNull(decision, "the decision of a rule");
        Objects.requireNonNull(input, "the input pattern of a rule");
        if (!ID.matcher(id).matches()) {
            throw new InvalidRuleException(
                    id, "the id must be 1 to 100 letters, digits and . _ : - and begin with a letter or digit");
        }
        requireName(id, "hook", hook);
        requireName(id, "tool", tool);
        if (usesLeft != null && (usesLeft < 0 || usesLeft > MOST_USES)) {
            throw new InvalidRuleException(
                    id, "the number of uses left must be from 0 to " + MOST_USES + ", but is " + usesLeft);
        }
        if (session != null) {
            requireText(id, "session", session);
        }
        boolean everything = hook.equals(EVERY) && tool.equals(EVERY) && input instanceof InputPattern.Any;
        if (decision == Decision.ALLOW && everything) {
            throw new InvalidRuleException(
                    id, "it would allow everything; expected a hook, a tool or an input pattern that says what");
        }
        String problem = PatternCheck.problem(input, decision);
        if (problem != null) {
            throw new InvalidRuleException(id, problem);
        }
    }

    /** A rule for all sessions. */
    public ApprovalRule(
            String id,
            Decision decision,
            String hook,
            String tool,
            InputPattern input,
            @Nullable Instant expires,
            @Nullable Integer usesLeft) {
        this(id, decision, hook, tool, input, expires, usesLeft, null);
    }

    /** A rule that allows, without an end and without a limit of uses. */
    public static ApprovalRule allow(String id, String hook, String tool, InputPattern input) {
        return new ApprovalRule(id, Decision.ALLOW, hook, tool, input, null, null);
    }

    /** A rule that denies, without an end and without a limit of uses. */
    public static ApprovalRule deny(String id, String hook, String tool, InputPattern input) {
        return new ApprovalRule(id, Decision.DENY, hook, tool, input, null, null);
    }

    /** The same rule up to this moment. */
    public ApprovalRule until(Instant end) {
        return new ApprovalRule(id, decision, hook, tool, input, end, usesLeft, session);
    }

    /** The same rule for so many decisions. */
    public ApprovalRule uses(int count) {
        return new ApprovalRule(id, decision, hook, tool, input, expires, count, session);
    }

    /** The same rule for the questions of this session. */
    public ApprovalRule within(String onlySession) {
        return new ApprovalRule(id, decision, hook, tool, input, expires, usesLeft, onlySession);
    }

    /** Whether it answers in this session. */
    boolean isOf(String asking) {
        return session == null || session.equals(asking);
    }

    /** Whether it still decides anything. The end itself is past it. */
    public boolean holdsAt(Instant now) {
        boolean ended = expires != null && !now.isBefore(expires);
        boolean spent = usesLeft != null && usesLeft == 0;
        return !ended && !spent;
    }

    private static void requireName(String id, String what, String name) {
        requireText(id, what, name);
        if (name.contains(EVERY) && !name.equals(EVERY)) {
            throw noName(id, what, name);
        }
    }

    private static void requireText(String id, String what, String text) {
        Objects.requireNonNull(text, what);
        boolean storable = PercentEncoding.canHold(text) && text.chars().noneMatch(Character::isISOControl);
        if (text.isBlank() || text.length() > LONGEST_NAME || !storable) {
            throw noName(id, what, text);
        }
    }

    private static InvalidRuleException noName(String id, String what, String text) {
        return new InvalidRuleException(
                id,
                "the " + what + " must be an exact name of at most " + LONGEST_NAME + " characters, or *, but is "
                        + InvalidRuleException.quoted(text));
    }
}
