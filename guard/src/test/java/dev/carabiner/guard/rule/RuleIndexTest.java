package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RuleIndexTest {

    private final ApprovalRules rules = new ApprovalRules(RuleStore.inMemory(), Path.of("."));

    @BeforeEach
    void add() {
        for (int i = 0; i < 500; i++) {
            rules.add(deny("r" + i, "tool-" + i + " publish *"));
        }
        rules.add(deny("first", "npm publish *"));
        rules.add(deny("second", "npm *"));
        rules.add(ApprovalRule.deny("file", "*", "*", InputPattern.file("path", "/etc/passwd")));
        rules.add(ApprovalRule.allow("allow", "*", "bash", InputPattern.shell("command", "git log *")));
        run("ls");
        run("ls");
    }

    private static ApprovalRule deny(String id, String command) {
        return ApprovalRule.deny(id, "*", "bash", InputPattern.shell("command", command));
    }

    private Ruling run(Object command) {
        return rules.decide("guard", "bash", EventData.of("command", command), NOW);
    }

    @Test
    void the_first_rule_that_matches_decides() {
        assertThat(run("npm publish x")).isEqualTo(new Ruling.Denied("first"));
        assertThat(run("npm test")).isEqualTo(new Ruling.Denied("second"));
        assertThat(run("ls && sudo tool-77 publish x")).isEqualTo(new Ruling.Denied("r77"));
        assertThat(run("tool-77 build")).isEqualTo(new Ruling.None());
    }

    @Test
    void rules_about_other_things_than_commands_are_compared_too() {
        assertThat(run("git log -3")).isEqualTo(new Ruling.Allowed("allow"));
        assertThat(rules.decide("guard", "read", EventData.of("path", "/etc/passwd"), NOW))
                .isEqualTo(new Ruling.Denied("file"));
    }

    @Test
    void a_name_that_is_not_known_may_be_any() {
        assertThat(run("$x publish x")).isEqualTo(new Ruling.Denied("r0"));
        assertThat(run("tool-4? publish x")).isInstanceOf(Ruling.Denied.class);
    }

    @Test
    void a_list_in_the_place_of_a_text_hides_nothing() {
        assertThat(run(List.of("ls", List.of("tool-9", "publish")))).isEqualTo(new Ruling.Denied("r9"));
    }

    @Test
    void a_rule_that_was_added_or_removed_counts_at_once() {
        rules.add(deny("more", "cargo publish *"));
        assertThat(run("cargo publish")).isEqualTo(new Ruling.Denied("more"));
        assertThat(run("cargo publish")).isEqualTo(new Ruling.Denied("more"));

        rules.remove("more");
        assertThat(run("cargo publish")).isEqualTo(new Ruling.None());
    }

    @Test
    void a_list_that_can_change_is_looked_at_anew_each_time() {
        List<ApprovalRule> changing = new ArrayList<>(List.of(deny("npm", "npm *")));
        ApprovalRules ofHost = new ApprovalRules(new Changing(changing), Path.of("."));
        for (int i = 0; i < 3; i++) {
            assertThat(RuleWorld.run(ofHost, "cargo publish")).isEqualTo(new Ruling.None());
        }

        changing.set(0, deny("cargo", "cargo *"));

        assertThat(RuleWorld.run(ofHost, "cargo publish")).isEqualTo(new Ruling.Denied("cargo"));
    }

    /** A store of a host's own, which gives the same list away that it changes. */
    private record Changing(List<ApprovalRule> load) implements RuleStore {

        @Override
        public List<ApprovalRule> update(UnaryOperator<List<ApprovalRule>> change) {
            return load;
        }
    }
}
