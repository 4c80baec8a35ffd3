package dev.carabiner.hooks;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.program.Effects;
import dev.carabiner.guard.program.LineEffects;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.InvalidRuleException;
import dev.carabiner.guard.rule.RuleStore;
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

    private final String setting;
    private final Path directory;
    private final List<Rule> written;
    private final ApprovalRules rules;

    private CommandRules(String setting, Path directory, Decision decision, List<String> texts) {
        this.setting = setting;
        this.directory = directory;
        written = texts.stream().map(Rule::parse).toList();
        rules = new ApprovalRules(RuleStore.inMemory(), directory);
        for (int i = 0; i < written.size(); i++) {
            rules.add(rule(decision, i));
        }
    }

    static CommandRules denying(String setting, Path directory, List<String> texts) {
        return new CommandRules(setting, directory, Decision.DENY, texts);
    }

    static CommandRules allowing(String setting, Path directory, List<String> texts) {
        return new CommandRules(setting, directory, Decision.ALLOW, texts);
    }

    private ApprovalRule rule(Decision decision, int at) {
        String words = written.get(at).pattern();
        try {
            InputPattern pattern = InputPattern.shell(FIELD, words);
            String id = String.valueOf(at);
            return new ApprovalRule(id, decision, ApprovalRule.EVERY, ApprovalRule.EVERY, pattern, null, null);
        } catch (InvalidRuleException e) {
            throw new InvalidSettingException(
                    ShellGuard.NAME,
                    setting,
                    words,
                    "the plain words of one simple command, as in \"git log\", or these and \" *\"");
        }
    }

    boolean isEmpty() {
        return written.isEmpty();
    }

    /** The first that the input might run, or null. What a rule proposes instead is not denied by it. */
    @Nullable
    Rule matching(EventData input) {
        if (!(rules.decide("", "Bash", input, Instant.EPOCH) instanceof Ruling.Denied(String id))) {
            return null;
        }
        Rule rule = written.get(Integer.parseInt(id));
        boolean proposed = !rule.instead().isEmpty() && rule.instead().equals(input.text(FIELD));
        return proposed ? otherThan(rule, input) : rule;
    }

    /** Another rule than this one that denies the input, or null. */
    private @Nullable Rule otherThan(Rule proposing, EventData input) {
        for (int i = 0; i < written.size(); i++) {
            Rule rule = written.get(i);
            boolean same = rule.equals(proposing) || rule.instead().equals(input.text(FIELD));
            if (!same
                    && new CommandRules(setting, directory, Decision.DENY, List.of(rule.pattern())).matching(input)
                            != null) {
                return rule;
            }
        }
        return null;
    }

    /** Whether each command of the line is surely one of these. */
    boolean coverAll(LineEffects effects, EventData input) {
        List<String> parts = parts(effects);
        return !parts.isEmpty() && parts.stream().allMatch(part -> covers(input.with(FIELD, part)));
    }

    private boolean covers(EventData input) {
        return rules.decide("", "Bash", input, Instant.EPOCH) instanceof Ruling.Allowed;
    }

    /** The commands as a shell would be given them one by one; none if one of them redirects or is not known. */
    private static List<String> parts(LineEffects effects) {
        List<String> parts = new ArrayList<>();
        if (!effects.hidden().isEmpty() || !effects.codes().isEmpty()) {
            return List.of();
        }
        for (Effects one : effects.all()) {
            var command = one.command();
            boolean plain = command.isLiteral()
                    && !command.argv().isEmpty()
                    && command.settings().isEmpty()
                    && command.writes().isEmpty()
                    && command.reads().isEmpty();
            if (!plain) {
                return List.of();
            }
            parts.add(String.join(
                    " ",
                    command.argv().stream()
                            .map(Arg::text)
                            .map(CommandRules::quoted)
                            .toList()));
        }
        return parts;
    }

    private static String quoted(String word) {
        boolean plain = word.matches("[\\w./:=+,@%^-]+");
        return plain ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
