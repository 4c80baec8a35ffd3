package dev.carabiner.engine.check;

import dev.carabiner.approval.Decision;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.RuleFile;
import dev.carabiner.engine.check.Finding.Kind;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.guard.rule.RuleStoreException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What is to say about the approval rules of a bundle, over all of its files. */
public final class RuleFindings {

    private static final int FIRST_LINE = 2; // behind the header

    private record Placed(ApprovalRule rule, Position at) {}

    private RuleFindings() {}

    /**
     * Reads the files and compares each rule with each other one.
     *
     * @param named where the bundle names the files, for those that cannot be read
     */
    public static List<Finding> of(List<RuleFile> files, Position named, Path workingDirectory, Instant now) {
        List<Finding> findings = new ArrayList<>();
        List<Placed> all = new ArrayList<>();
        for (RuleFile file : files) {
            try {
                List<ApprovalRule> rules = new ApprovalRules(store(file), workingDirectory).list();
                for (int i = 0; i < rules.size(); i++) {
                    all.add(new Placed(rules.get(i), new Position(file.path().toString(), FIRST_LINE + i)));
                }
            } catch (RuleStoreException e) {
                findings.add(Finding.error(
                        named, Kind.RULES, String.valueOf(e.getMessage()), "correct the file, or name it no more"));
            }
        }
        for (int i = 0; i < all.size(); i++) {
            findings.addAll(of(all.get(i), i, all, now));
        }
        return findings;
    }

    private static RuleStore store(RuleFile file) {
        return file.trusted() == null
                ? RuleStore.inFile(file.path())
                : RuleStore.ofContent(file.path(), file.trusted());
    }

    private static List<Finding> of(Placed placed, int number, List<Placed> all, Instant now) {
        ApprovalRule rule = placed.rule();
        if (!rule.holdsAt(now)) {
            String why = "the rule " + rule.id() + " decides nothing any more: it has ended or is used up";
            return List.of(Finding.note(placed.at(), Kind.RULES, why, "remove it"));
        }
        for (int i = 0; i < all.size(); i++) {
            Placed other = all.get(i);
            boolean lasting = other.rule().expires() == null && other.rule().usesLeft() == null;
            if (i == number || !lasting || !RuleCover.covers(other.rule(), rule)) {
                continue;
            }
            String by = other.rule().id() + " (" + other.at() + ")";
            if (rule.decision() == other.rule().decision()) {
                boolean alike = RuleCover.covers(rule, other.rule());
                if (!alike || i < number) {
                    String what = alike ? "says the same as " : "is covered by ";
                    return List.of(Finding.warning(
                            placed.at(), Kind.RULES, "the rule " + rule.id() + " " + what + by, "remove it"));
                }
            } else if (rule.decision() == Decision.ALLOW) {
                return List.of(Finding.warning(
                        placed.at(),
                        Kind.RULES,
                        "the rule " + rule.id() + " allows nothing: a deny comes first, and " + by + " covers it",
                        "remove one of the two"));
            }
        }
        return List.of();
    }
}
