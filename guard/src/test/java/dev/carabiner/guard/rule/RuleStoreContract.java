package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What every rule store promises. */
interface RuleStoreContract {

    RuleStore store();

    private static List<ApprovalRule> plus(List<ApprovalRule> rules, ApprovalRule rule) {
        List<ApprovalRule> more = new ArrayList<>(rules);
        more.add(rule);
        return more;
    }

    private static ApprovalRule numbered(int number) {
        return ApprovalRule.deny("r" + number, "*", "bash", InputPattern.any());
    }

    @Test
    default void isEmptyAtFirst() {
        assertThat(store().load()).isEmpty();
    }

    @Test
    default void keepsEveryKindOfRuleInOrder() {
        RuleStore store = store();
        List<ApprovalRule> rules = List.of(
                ApprovalRule.deny("z:1", "*", "*", InputPattern.any()),
                ApprovalRule.allow(
                        "a.1", "ho ok\u00fc%", "to-ol", InputPattern.shell("command", "git log 'a  b%09' *")),
                ApprovalRule.deny("b", "*", "w", InputPattern.directory("file path", "/a b/\u00e9\u202e\n%/x")),
                ApprovalRule.allow("c", "h", "*", InputPattern.file("-", "/x")).until(NOW.plusNanos(5)),
                ApprovalRule.allow("d", "-", "-", InputPattern.host("url", "*.example.org"))
                        .uses(0),
                ApprovalRule.deny("e", "h", "t", InputPattern.any()).uses(7).until(NOW));

        assertThat(store.update(none -> rules)).isEqualTo(rules);
        assertThat(store.load()).isEqualTo(rules);
    }

    @Test
    default void keepsTheOldRulesWhenAChangeThrows() {
        RuleStore store = store();
        store.update(rules -> plus(rules, numbered(1)));

        assertThatThrownBy(() -> store.update(rules -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(store.load()).containsExactly(numbered(1));
    }

    @Test
    default void losesNoChangeOfSeveralThreads() {
        RuleStore store = store();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                int number = i;
                threads.submit(() -> store.update(rules -> plus(rules, numbered(number))));
            }
        }
        assertThat(store.load()).hasSize(40);
    }

    @Test
    default void isNotDisturbedByAnInterrupt() {
        RuleStore store = store();
        Thread.currentThread().interrupt();

        store.update(rules -> plus(rules, numbered(1)));
        List<ApprovalRule> loaded = store.load();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(loaded).containsExactly(numbered(1));
    }
}
