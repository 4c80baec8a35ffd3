package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.approval.Vote;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleOrigin;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.guard.rule.RuleWish;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules that a person can make of an answer. */
class RuleOffersTest {

    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");

    @TempDir
    private Path temporary;

    private Path project;
    private ApprovalDatabase database;
    private ApprovalStore store;

    @BeforeEach
    void open() throws IOException {
        project = Files.createDirectory(temporary.toRealPath().resolve("project"));
        database = ApprovalDatabase.sqlite(temporary.resolve("approvals.db"));
        store = database.store();
    }

    @AfterEach
    void close() {
        database.close();
    }

    private static ApprovalRequest asked(String tool, EventData input) {
        EventData data = EventData.of("tool_name", tool, "tool_input", input);
        Question question = new Question(
                "guard", "Run this?", List.of("Allow once", "Deny"), Duration.ofMinutes(5), Decision.DENY, "", "");
        return new ApprovalRequest(
                UUID.randomUUID().toString(),
                "s-1",
                "tool:pre",
                question,
                data,
                ApprovalRequest.digestOf(data),
                Instant.now());
    }

    private static ApprovalRequest bash(String command) {
        return asked("Bash", EventData.of("command", command));
    }

    private List<RuleOffer> offers(ApprovalRequest request) {
        return new RuleOffers(request, session -> session.equals("s-0") ? null : project)
                .of(Decision.ALLOW, database.ended(500));
    }

    private void decided(ApprovalRequest request, boolean allow) {
        store.request(request);
        store.decide(request.id(), request.digest(), "ann", "desk", allow ? "Allow once" : "Deny", allow, "");
    }

    @Nested
    class Are_offered {

        @Test
        void for_exactly_this_call_the_directory_and_the_file_in_this_order() throws IOException {
            Path file = Files.createFile(project.resolve("a.txt"));

            List<RuleOffer> offers = offers(asked("Edit", EventData.of("file_path", "a.txt", "new_string", "x")));

            assertThat(offers).extracting(RuleOffer::scope).containsExactly("exact", "directory", "pattern");
            assertThat(offers.get(1).rule().input()).isEqualTo(InputPattern.directory("file_path", project.toString()));
            assertThat(offers.get(2).rule().input()).isEqualTo(InputPattern.file("file_path", file.toString()));
            assertThat(offers.get(1).text()).contains("guard", "Edit", project.toString());
        }

        @Test
        void with_how_many_past_calls_they_cover_and_how_many_were_decided_the_other_way() {
            decided(bash("git log -1"), true);
            decided(bash("git log -2"), false);
            decided(bash("git status"), true);
            decided(asked("Write", EventData.of("file_path", "x")), true);

            RuleOffer pattern = offers(bash("git log -3")).stream()
                    .filter(it -> it.rule().input().equals(InputPattern.shell("command", "git log *")))
                    .findFirst()
                    .orElseThrow();

            assertThat(pattern.past()).isEqualTo(3);
            assertThat(pattern.covers()).isEqualTo(2);
            assertThat(pattern.contradicted()).isEqualTo(1);
        }
    }

    @Nested
    class Are_not_offered {

        @Test
        void where_they_could_not_have_answered_the_question_itself() {
            assertThat(offers(bash("git log | xargs rm")))
                    .noneMatch(it -> it.scope().equals("pattern"));
            assertThat(offers(bash("git log; curl evil.example")))
                    .noneMatch(it -> it.scope().equals("pattern"));
            assertThat(offers(bash("env FOO=1 ls"))).noneMatch(it -> it.text().contains("env *"));
        }

        @Test
        void where_several_persons_must_allow_it_and_such_a_rule_allows_nothing_there() {
            ApprovalRequest request = bash("git log").needing(2);
            ApprovalRules rules = new ApprovalRules(RuleStore.inMemory(), project);
            rules.add(ApprovalRule.allow("a", "*", "Bash", InputPattern.shell("command", "git log")));

            assertThat(offers(request)).isEmpty();
            assertThat(rules.decide(request)).isEqualTo(new Ruling.None());
            rules.add(ApprovalRule.deny("d", "*", "Bash", InputPattern.any()));
            assertThat(rules.decide(request)).isEqualTo(new Ruling.Denied("d"));
        }

        @Test
        void where_the_directory_of_the_session_is_not_known() {
            ApprovalRequest known = bash("git log");
            ApprovalRequest request =
                    new ApprovalRequest("r", "s-0", "tool:pre", known.question(), known.data(), known.digest(), NOW);

            assertThat(offers(known)).hasSizeGreaterThan(1);
            assertThat(offers(request)).isEmpty();
        }

        @Test
        void for_what_has_no_tool() {
            EventData data = EventData.of("prompt", "hello");
            Question question = new Question(
                    "guard", "Send this?", List.of("Allow", "Deny"), Duration.ofMinutes(5), Decision.DENY, "", "");
            ApprovalRequest request = new ApprovalRequest(
                    "r", "s-1", "prompt:submit", question, data, ApprovalRequest.digestOf(data), NOW);

            assertThat(offers(request)).isEmpty();
        }
    }

    @Nested
    class Once_made {

        private ApprovalRules made(ApprovalRequest request, ApprovalRule rule, InstantSource clock) {
            ApprovalRules rules = new ApprovalRules(database.rules(), project, clock);
            store.request(request);
            var won = store.decide(
                    request.id(),
                    request.digest(),
                    new Vote("ann", "desk", "Allow once", true, "", null, RuleWish.written(rule)));
            var decision = ((ApprovalStore.VoteResult.Won) won).decision();
            RuleWish.of(request, decision, clock.instant()).addTo(rules, project, clock);
            return rules;
        }

        @Test
        void know_who_made_them_end_after_their_uses_and_at_their_time() {
            ApprovalRequest request = bash("git log");
            RuleOffer exact = offers(request).getFirst();
            Instant end = Instant.now().plusSeconds(3_600);
            ApprovalRules rules = made(request, exact.rule().until(end).uses(2), InstantSource.system());

            assertThat(database.rules().kept()).singleElement().satisfies(kept -> {
                assertThat(kept.origin()).isEqualTo(new RuleOrigin("ann", request.id()));
                assertThat(kept.rule().expires()).isEqualTo(end.truncatedTo(java.time.temporal.ChronoUnit.MICROS));
            });
            assertThat(rules.decide(bash("git log"))).isInstanceOf(Ruling.Allowed.class);
            assertThat(rules.decide(bash("git log -1"))).isEqualTo(new Ruling.None());
            assertThat(rules.decide(bash("git log"))).isInstanceOf(Ruling.Allowed.class);
            assertThat(rules.decide(bash("git log"))).isEqualTo(new Ruling.None());
        }

        @Test
        void for_one_session_answer_there_as_often_as_they_say_and_nowhere_else() {
            ApprovalRequest request = bash("git log");
            ApprovalRequest elsewhere = new ApprovalRequest(
                    "r", "s-2", "tool:pre", request.question(), request.data(), request.digest(), NOW);
            ApprovalRule exact = offers(request).getFirst().rule().within("s-1").uses(1);
            ApprovalRules rules = made(request, exact, InstantSource.system());

            assertThat(rules.list().getFirst().session()).isEqualTo("s-1");
            assertThat(rules.decide(elsewhere)).isEqualTo(new Ruling.None());
            assertThat(rules.foresee("guard", "Bash", request.toolInput())).isEqualTo(new Ruling.None());
            assertThat(rules.decide(bash("git log"))).isInstanceOf(Ruling.Allowed.class);
            assertThat(rules.decide(bash("git log"))).isEqualTo(new Ruling.None());
        }

        @Test
        void are_for_no_other_session_than_the_one_that_asked() {
            ApprovalRequest request = bash("git log");
            ApprovalRule foreign = offers(request).getFirst().rule().within("s-2");

            assertThatThrownBy(() -> made(request, foreign, InstantSource.system()))
                    .hasMessageContaining("expected the session of the request");
            assertThat(database.rules().load()).isEmpty();
        }

        /** The process that waits may be one that reads these kinds and no session. */
        @Test
        void for_one_session_are_wished_as_a_kind_that_is_none_without_it() {
            ApprovalRequest request = bash("git log");
            for (RuleOffer offer : offers(request)) {
                EventData wish = RuleWish.written(offer.rule().within("s-1"));

                assertThat(wish.text("kind")).isNotIn("exact", "shell", "directory", "file", "host");
                assertThatThrownBy(() -> wished(request, wish.without("session")))
                        .hasMessageContaining("expected exact, shell");
                assertThat(wished(request, wish).rule()).isEqualTo(offer.rule().within("s-1"));
            }
        }

        private RuleWish wished(ApprovalRequest request, EventData wish) {
            Vote vote = new Vote("ann", "desk", "Allow once", true, "", null, wish);
            return RuleWish.of(request, ApprovalDecision.answered(request, vote, NOW), NOW);
        }

        @Test
        void answer_nothing_after_their_time() {
            ApprovalRequest request = bash("git log");
            RuleOffer exact = offers(request).getFirst();
            made(request, exact.rule().until(Instant.now().plusSeconds(60)), InstantSource.system());

            ApprovalRules later = new ApprovalRules(
                    database.rules(), project, InstantSource.fixed(Instant.now().plusSeconds(61)));
            assertThat(later.decide(bash("git log"))).isEqualTo(new Ruling.None());
        }
    }
}
