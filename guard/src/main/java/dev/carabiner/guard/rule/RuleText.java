package dev.carabiner.guard.rule;

import java.util.Locale;

/** A rule in words, exactly as far as it reaches. What could deceive is for the one who prints it to escape. */
public final class RuleText {

    private RuleText() {}

    /** As in {@code allow Bash where command is: git log *, when shell-guard asks}. */
    public static String of(ApprovalRule rule) {
        String decision = rule.decision().name().toLowerCase(Locale.ROOT);
        String tool = rule.tool().equals(ApprovalRule.EVERY) ? "every tool" : rule.tool();
        String hook = rule.hook().equals(ApprovalRule.EVERY) ? "any hook asks" : rule.hook() + " asks";
        String session = rule.session() == null ? "" : " in session " + rule.session();
        return decision + " " + tool + of(rule.input()) + ", when " + hook + session;
    }

    private static String of(InputPattern pattern) {
        return switch (pattern) {
            case InputPattern.Any() -> " with any input";
            case InputPattern.Exact(String digest) -> " with exactly the input " + digest;
            case InputPattern.Shell(String field, String command) -> " where " + field + " is: " + command;
            case InputPattern.Directory(String field, String path) -> " where " + field + " is below " + path;
            case InputPattern.SingleFile(String field, String path) -> " where " + field + " is " + path;
            case InputPattern.Host(String field, String host) -> " where the host of " + field + " is " + host;
        };
    }
}
