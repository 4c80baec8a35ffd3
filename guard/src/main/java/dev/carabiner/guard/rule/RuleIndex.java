package dev.carabiner.guard.rule;

import dev.carabiner.approval.Decision;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list of rules by the programs that its deny rules are about, so that thousands of them need not be compared with every
 * line: a rule for a program whose name is nowhere in the line does not match it. Immutable.
 */
final class RuleIndex {

    private final List<ApprovalRule> rules;

    /** Where in the list the rules stand that are to be compared in any case. */
    private final BitSet others = new BitSet();

    /** Where the deny rules for commands stand, by the field that they look at and by the program. */
    private final Map<String, Map<String, List<Integer>>> commands = new HashMap<>();

    /**
     * @param rules a list that does not change
     * @param program what the command of a rule runs; null if that is not known
     */
    RuleIndex(List<ApprovalRule> rules, Function<String, @Nullable String> program) {
        this.rules = rules;
        for (int i = 0; i < rules.size(); i++) {
            ApprovalRule rule = rules.get(i);
            String name = rule.decision() == Decision.DENY && rule.input() instanceof InputPattern.Shell shell
                    ? program.apply(shell.command())
                    : null;
            if (name != null && rule.input() instanceof InputPattern.Shell shell) {
                commands.computeIfAbsent(shell.field(), field -> new HashMap<>())
                        .computeIfAbsent(name, it -> new ArrayList<>())
                        .add(i);
            } else {
                others.set(i);
            }
        }
    }

    /** Whether it was made of this very list: an equal one may change. */
    boolean isOf(Object list) {
        return isSame(rules, list);
    }

    @SuppressWarnings("ReferenceEquality") // which is what is asked
    static boolean isSame(Object one, Object other) {
        return one == other;
    }

    /** The rules that may be about an operation, in their order. What is left out surely is not. */
    List<ApprovalRule> near(Operation asked) {
        BitSet near = (BitSet) others.clone();
        for (Map.Entry<String, Map<String, List<Integer>>> field : commands.entrySet()) {
            for (String text : InputTexts.of(asked.input().get(field.getKey()))) {
                add(asked.line(text), field.getValue(), near);
            }
        }
        return near.stream().mapToObj(rules::get).toList();
    }

    private static void add(ShellLine line, Map<String, List<Integer>> programs, BitSet near) {
        if (line.mightNameAny()) {
            programs.values().forEach(places -> places.forEach(near::set));
        } else {
            for (String name : line.names()) {
                programs.getOrDefault(name, List.of()).forEach(near::set);
            }
        }
    }
}
