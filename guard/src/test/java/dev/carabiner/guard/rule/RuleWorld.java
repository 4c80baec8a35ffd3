package dev.carabiner.guard.rule;

import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.time.Instant;

/** Rules over nothing but memory, and short ways to ask them. */
final class RuleWorld {

    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private RuleWorld() {}

    static ApprovalRules rules(Path base, ApprovalRule... rules) {
        ApprovalRules all = new ApprovalRules(RuleStore.inMemory(), base);
        for (ApprovalRule rule : rules) {
            all.add(rule);
        }
        return all;
    }

    static ApprovalRule allowShell(String pattern) {
        return ApprovalRule.allow("allow", "*", "bash", InputPattern.shell("command", pattern));
    }

    static ApprovalRule denyShell(String pattern) {
        return ApprovalRule.deny("deny", "*", "bash", InputPattern.shell("command", pattern));
    }

    static Ruling run(ApprovalRules rules, String line) {
        return rules.decide("guard", "bash", EventData.of("command", line), NOW);
    }

    static boolean allows(String pattern, String line) {
        return run(rules(Path.of("."), allowShell(pattern)), line) instanceof Ruling.Allowed;
    }

    /** Asked twice, because rules that were asked before are looked up by their programs. */
    static boolean denies(String pattern, String line) {
        ApprovalRules rules = rules(Path.of("."), denyShell(pattern));
        Ruling ruling = run(rules, line);
        if (!run(rules, line).equals(ruling)) {
            throw new AssertionError("The rule says otherwise when it is asked again about " + line);
        }
        return ruling instanceof Ruling.Denied;
    }

    static Ruling open(ApprovalRules rules, String path) {
        return rules.decide("guard", "write", EventData.of("file_path", path), NOW);
    }
}
