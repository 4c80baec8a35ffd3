package dev.carabiner.hooks;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.guard.shell.ShellText;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Command patterns of a setting, compared as the kernel compares its rules: a denying one with whatever might run the
 * command, an allowing one with what surely is it.
 */
final class CommandRules {

    private static final String FIELD = "command";
    private static final String INSTEAD = " => ";

    /**
     * A pattern as it was written.
     *
     * @param instead what to use instead, or empty
     */
    record Rule(String pattern, String instead) {

        static Rule parse(String text) {
            int at = text.indexOf(INSTEAD);
            return at < 0
                    ? new Rule(text, "")
                    : new Rule(
                            text.substring(0, at).strip(),
                            text.substring(at + INSTEAD.length()).strip());
        }

        String correction() {
            return instead.isEmpty() ? "" : "; use `" + instead + "` instead";
        }
    }

    private final List<Rule> written;
    private final ApprovalRules rules;

    private CommandRules(Path directory, Decision decision, List<String> texts) {
        written = texts.stream().map(Rule::parse).toList();
        rules = new ApprovalRules(RuleStore.inMemory(), directory);
        for (int i = 0; i < written.size(); i++) {
            InputPattern pattern = InputPattern.shell(FIELD, written.get(i).pattern());
            String id = String.valueOf(i);
            rules.add(new ApprovalRule(id, decision, ApprovalRule.EVERY, ApprovalRule.EVERY, pattern, null, null));
        }
    }

    static CommandRules denying(Path directory, List<String> texts) {
        return new CommandRules(directory, Decision.DENY, texts);
    }

    static CommandRules allowing(Path directory, List<String> texts) {
        return new CommandRules(directory, Decision.ALLOW, texts);
    }

    boolean isEmpty() {
        return written.isEmpty();
    }

    /** The first that the input might run, or null. */
    @Nullable
    Rule matching(EventData input) {
        return rules.decide("", "Bash", input, Instant.EPOCH) instanceof Ruling.Denied(String id)
                ? written.get(Integer.parseInt(id))
                : null;
    }

    /** Whether each command of the line is surely one of these. */
    boolean coverAll(ShellText text, EventData input) {
        List<String> parts = parts(text);
        return !parts.isEmpty() && parts.stream().allMatch(part -> covers(input.with(FIELD, part)));
    }

    private boolean covers(EventData input) {
        return rules.decide("", "Bash", input, Instant.EPOCH) instanceof Ruling.Allowed;
    }

    /** The commands as a shell would be given them one by one; none if one of them redirects or cannot be parsed. */
    private static List<String> parts(ShellText text) {
        List<String> parts = new ArrayList<>();
        if (text.isClear() && text.commands() != null) {
            for (var command : text.commands()) {
                if (!command.writes().isEmpty() || !command.reads().isEmpty()) {
                    return List.of();
                }
                parts.add(String.join(
                        " ", command.argv().stream().map(CommandRules::quoted).toList()));
            }
        }
        return parts;
    }

    /** What holds a wildcard stays unquoted: no rule covers it. */
    private static String quoted(String word) {
        boolean plain = word.matches("[\\w./:=+,@%^*?\\[\\]~#-]+");
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
