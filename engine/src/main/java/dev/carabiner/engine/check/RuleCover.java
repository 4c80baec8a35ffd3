package dev.carabiner.engine.check;

import dev.carabiner.approval.Decision;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.InputPattern;
import java.nio.file.Path;

/** Whether everything that one rule decides would be decided by another as well. It says yes only where that is sure. */
final class RuleCover {

    private static final String REST = " *";

    private RuleCover() {}

    static boolean covers(ApprovalRule wide, ApprovalRule narrow) {
        return (wide.hook().equals(ApprovalRule.EVERY) || wide.hook().equals(narrow.hook()))
                && (wide.tool().equals(ApprovalRule.EVERY) || wide.tool().equals(narrow.tool()))
                && covers(wide.input(), narrow.input(), wide.decision() == Decision.DENY);
    }

    private static boolean covers(InputPattern wide, InputPattern narrow, boolean denying) {
        return switch (wide) {
            case InputPattern.Any() -> true;
            case InputPattern.Exact exact -> exact.equals(narrow);
            case InputPattern.Shell(String field, String command) ->
                narrow instanceof InputPattern.Shell(String other, String inner)
                        && field.equals(other)
                        && coversCommand(command, inner, denying);
            case InputPattern.Directory(String field, String path) ->
                switch (narrow) {
                    case InputPattern.Directory(String other, String inner) ->
                        field.equals(other) && below(path, inner);
                    case InputPattern.SingleFile(String other, String inner) ->
                        field.equals(other) && below(path, inner);
                    default -> false;
                };
            case InputPattern.SingleFile file -> file.equals(narrow);
            case InputPattern.Host(String field, String host) ->
                narrow instanceof InputPattern.Host(String other, String inner)
                        && field.equals(other)
                        && (host.equals(inner) || (host.startsWith("*.") && inner.endsWith(host.substring(1))));
        };
    }

    /** In a deny rule a star at the end makes no difference: it denies whatever begins with its words. */
    private static boolean coversCommand(String wide, String narrow, boolean denying) {
        boolean open = denying || wide.endsWith(REST);
        String words = words(wide);
        String inner = words(narrow);
        return open ? inner.equals(words) || inner.startsWith(words + " ") : narrow.equals(wide);
    }

    private static String words(String command) {
        return command.endsWith(REST) ? command.substring(0, command.length() - REST.length()) : command;
    }

    private static boolean below(String directory, String path) {
        return Path.of(path).normalize().startsWith(Path.of(directory).normalize());
    }
}
