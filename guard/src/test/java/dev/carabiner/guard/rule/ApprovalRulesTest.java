package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.NOW;
import static dev.carabiner.guard.rule.RuleWorld.allowShell;
import static dev.carabiner.guard.rule.RuleWorld.denyShell;
import static dev.carabiner.guard.rule.RuleWorld.open;
import static dev.carabiner.guard.rule.RuleWorld.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApprovalRulesTest {

    private static final Ruling NONE = new Ruling.None();
    private static final Ruling ALLOWED = new Ruling.Allowed("allow");
    private static final Ruling DENIED = new Ruling.Denied("deny");

    @TempDir
    Path temp;

    @Nested
    class Deciding {

        @Test
        void says_nothing_without_a_rule() {
            assertThat(run(RuleWorld.rules(temp), "git log")).isEqualTo(NONE);
        }

        @Test
        void names_the_rule() {
            assertThat(run(RuleWorld.rules(temp, allowShell("git log *")), "git log"))
                    .isEqualTo(ALLOWED);
            assertThat(run(RuleWorld.rules(temp, denyShell("git log *")), "git log"))
                    .isEqualTo(DENIED);
        }

        @Test
        void knows_no_rule_that_has_ended() {
            ApprovalRules rules = RuleWorld.rules(
                    temp, allowShell("git log").until(NOW), denyShell("rm *").until(NOW));

            assertThat(run(rules, "git log")).isEqualTo(NONE);
            assertThat(run(rules, "rm x")).isEqualTo(NONE);
        }

        @Test
        void applies_to_questions_that_are_not_about_a_tool() {
            ApprovalRules rules = RuleWorld.rules(temp, ApprovalRule.allow("allow", "cost", "*", InputPattern.any()));

            assertThat(rules.decide("cost", "", EventData.empty(), NOW)).isEqualTo(ALLOWED);
            assertThat(rules.decide("guard", "", EventData.empty(), NOW)).isEqualTo(NONE);
        }

        @Test
        void spares_counted_uses_where_another_rule_allows() {
            ApprovalRules rules = RuleWorld.rules(
                    temp,
                    allowShell("git log *").uses(1),
                    ApprovalRule.allow("free", "*", "bash", InputPattern.shell("command", "git *")));

            assertThat(run(rules, "git log")).isEqualTo(new Ruling.Allowed("free"));
            assertThat(rules.list().getFirst().usesLeft()).isEqualTo(1);
        }
    }

    @Nested
    class Uses {

        @Test
        void are_counted_down_to_none() {
            ApprovalRules rules = RuleWorld.rules(temp, allowShell("git log *").uses(2));

            assertThat(run(rules, "git log")).isEqualTo(ALLOWED);
            assertThat(run(rules, "ls")).isEqualTo(NONE);
            assertThat(run(rules, "git log -1")).isEqualTo(ALLOWED);
            assertThat(run(rules, "git log")).isEqualTo(NONE);
            assertThat(rules.list()).containsExactly(allowShell("git log *").uses(0));
        }

        @Test
        void of_a_deny_are_counted_too() {
            ApprovalRules rules = RuleWorld.rules(temp, denyShell("rm *").uses(1));

            assertThat(run(rules, "rm x")).isEqualTo(DENIED);
            assertThat(run(rules, "rm x")).isEqualTo(NONE);
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void are_never_taken_twice_by_threads(boolean inFile) throws Exception {
            RuleStore store = inFile ? RuleStore.inFile(temp.resolve("rules")) : RuleStore.inMemory();
            ApprovalRules rules = new ApprovalRules(store, temp);
            rules.add(allowShell("git log").uses(20));

            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                Callable<Ruling> use = () -> run(rules, "git log");
                List<Future<Ruling>> uses = IntStream.range(0, 60)
                        .mapToObj(i -> threads.submit(use))
                        .toList();
                long granted = 0;
                for (Future<Ruling> each : uses) {
                    granted += each.get() instanceof Ruling.Allowed ? 1 : 0;
                }
                assertThat(granted).isEqualTo(20);
            }
        }
    }

    @Nested
    class AStoreThatFails {

        private final FailingStore store = new FailingStore();
        private ApprovalRules rules;

        @BeforeEach
        void start_well() {
            rules = new ApprovalRules(store, temp);
        }

        @Test
        void at_the_start_stops_everything() {
            store.failReading = true;

            assertThatThrownBy(() -> new ApprovalRules(store, temp)).isInstanceOf(RuleStoreException.class);
        }

        @Test
        void later_allows_nothing_and_still_denies() {
            rules.add(allowShell("git log *"));
            rules.add(denyShell("rm *"));
            store.failReading = true;

            assertThat(run(rules, "git log")).isEqualTo(NONE);
            assertThat(run(rules, "rm x")).isEqualTo(DENIED);
        }

        @Test
        void when_a_use_is_to_be_kept_does_not_grant_it() {
            rules.add(allowShell("git log *").uses(5));
            rules.add(denyShell("rm *").uses(5));
            store.failWriting = true;

            assertThat(run(rules, "git log")).isEqualTo(NONE);
            assertThat(run(rules, "rm x")).isEqualTo(DENIED);
        }

        @Test
        void is_heard_of_when_a_rule_is_added() {
            store.failWriting = true;

            assertThatThrownBy(() -> rules.add(allowShell("git log *"))).isInstanceOf(RuleStoreException.class);
        }

        @Test
        void allows_again_once_it_works() {
            rules.add(allowShell("git log *"));
            store.failReading = true;
            run(rules, "git log");
            store.failReading = false;

            assertThat(run(rules, "git log")).isEqualTo(ALLOWED);
        }
    }

    @Nested
    class Managing {

        private ApprovalRules rules;

        @BeforeEach
        void add_one() {
            rules = RuleWorld.rules(temp, allowShell("git log *"));
        }

        @Test
        void refuses_a_second_rule_of_the_same_id() {
            assertThatThrownBy(() -> rules.add(allowShell("git status")))
                    .isInstanceOf(InvalidRuleException.class)
                    .hasMessageContaining("already");
            assertThat(rules.list()).containsExactly(allowShell("git log *"));
        }

        @Test
        void removes_by_the_id() {
            assertThat(rules.remove("other")).isFalse();
            assertThat(rules.remove("allow")).isTrue();
            assertThat(rules.remove("allow")).isFalse();
            assertThat(run(rules, "git log")).isEqualTo(NONE);
        }

        @Test
        void is_seen_by_everybody_who_shares_the_store() {
            RuleStore store = RuleStore.inFile(temp.resolve("shared"));
            ApprovalRules one = new ApprovalRules(store, temp);
            ApprovalRules two = new ApprovalRules(RuleStore.inFile(temp.resolve("shared")), temp);
            one.add(allowShell("git log *"));

            assertThat(run(two, "git log")).isEqualTo(ALLOWED);
            two.add(denyShell("git *"));
            assertThat(run(one, "git log")).isEqualTo(DENIED);
        }
    }

    /** An agent can never write rules, nor create those that do not exist yet. */
    @Nested
    class Threat8 {

        private ApprovalRules rulesIn(Path base, String file) {
            ApprovalRules rules = new ApprovalRules(RuleStore.inFile(base.resolve(file)), base);
            rules.add(ApprovalRule.allow("allow", "*", "write", InputPattern.directory("file_path", base.toString())));
            rules.add(allowShellNamed("cp"));
            return rules;
        }

        private ApprovalRule allowShellNamed(String program) {
            return ApprovalRule.allow(program, "*", "bash", InputPattern.shell("command", program + " *"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "conf/approval.rules",
                    "conf/approval.rules.lock",
                    "conf/.approval.rules.x.tmp",
                    "conf",
                    "conf/",
                    "conf/../conf/approval.rules",
                    ".",
                    "conf/APPROVAL.RULES",
                    "conf/new/approval.rules"
                })
        void no_rule_allows_a_touch_of_the_rules(String path) throws IOException {
            Path base = temp.toRealPath();
            Files.createSymbolicLink(base.resolve("link"), base.resolve("conf"));
            ApprovalRules rules = rulesIn(base, "conf/approval.rules");

            assertThat(open(rules, "other/x")).isEqualTo(ALLOWED);
            assertThat(open(rules, path)).isEqualTo(NONE);
            assertThat(open(rules, path.replace("conf", "link"))).isEqualTo(NONE);
            assertThat(run(rules, "cp x y")).isEqualTo(new Ruling.Allowed("cp"));
            assertThat(run(rules, "cp x " + path)).isEqualTo(NONE);
            assertThat(run(rules, "cp --target-directory=" + path + " x")).isEqualTo(NONE);
        }
    }

    @Nested
    class Secrets {

        @Test
        void of_the_input_are_in_no_result() {
            ApprovalRules rules = RuleWorld.rules(temp, denyShell("curl *"));

            assertThat(run(rules, "curl -H 'token: s3cr3t'").toString()).doesNotContain("s3cr3t");
        }
    }

    private static final class FailingStore implements RuleStore {

        private final RuleStore kept = RuleStore.inMemory();
        private boolean failReading;
        private boolean failWriting;

        @Override
        public List<ApprovalRule> load() {
            if (failReading) {
                throw new RuleStoreException("cannot read");
            }
            return kept.load();
        }

        @Override
        public List<ApprovalRule> update(UnaryOperator<List<ApprovalRule>> change) {
            if (failWriting || failReading) {
                assertThat(change.apply(kept.load())).isNotNull();
                throw new RuleStoreException("cannot write");
            }
            return kept.update(change);
        }
    }
}
