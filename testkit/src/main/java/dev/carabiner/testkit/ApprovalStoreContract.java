package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approval.Vote;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every approval store promises the kernel: request, decide, consume, finish and find; what it does with time is in
 * {@link ApprovalStoreTimes} and what several threads may do at once in {@link ApprovalStoreRaces}, which this includes.
 */
@Timeout(120)
public abstract class ApprovalStoreContract extends ApprovalStoreTimes {

    @Nested
    class A_request {

        @Test
        void is_pending_until_it_is_decided_and_reads_back_as_it_was_stored() {
            ApprovalRequest request = stored(TestRequests.about("ls").needing(2, List.of("ann", "bob")));

            StoredApproval read = read(request);

            assertThat(read.state()).isEqualTo(State.PENDING);
            assertThat(read.decision()).isNull();
            assertThat(read.request().question()).isEqualTo(request.question());
            assertThat(read.request().data()).isEqualTo(request.data());
            assertThat(read.request().digest()).isEqualTo(request.digest());
            assertThat(read.request().session()).isEqualTo(request.session());
            assertThat(read.request().event()).isEqualTo(request.event());
            assertThat(read.request().votesNeeded()).isEqualTo(2);
            assertThat(read.request().approvers()).containsExactly("ann", "bob");
        }

        @Test
        void may_hold_any_text() {
            String odd = "line\nquote\" back\\slash \u0000 \u202E ' -- \ud83d\ude00";
            EventData data = EventData.of("tool_name", odd, "tool_input", EventData.of(odd, odd));
            Question question =
                    new Question(odd, odd, List.of(odd, "Deny"), Duration.ofMinutes(1), Decision.DENY, odd, odd);
            ApprovalRequest request = stored(new ApprovalRequest(
                    "odd-1", odd, "tool:pre", question, data, ApprovalRequest.digestOf(data), Instant.now()));

            assertThat(read(request).request().question()).isEqualTo(question);
            assertThat(store.find(odd, odd, request.digest())).hasSize(1);
            store.remember(odd, odd);
            assertThat(store.remembered(odd, odd)).isTrue();
        }

        @Test
        void stored_twice_is_stored_once() {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            allow(request, "ann");
            store.request(request);

            assertThat(state(request)).isEqualTo(State.ALLOWED);
        }

        @Test
        void with_the_id_of_another_operation_is_refused() {
            ApprovalRequest first = stored(TestRequests.about("ls"));
            ApprovalRequest other = TestRequests.about("rm");
            ApprovalRequest forged = new ApprovalRequest(
                    first.id(),
                    other.session(),
                    other.event(),
                    other.question(),
                    other.data(),
                    other.digest(),
                    other.created());

            assertThatThrownBy(() -> store.request(forged)).isInstanceOf(IllegalArgumentException.class);
            assertThat(read(first).request().data()).isEqualTo(first.data());
        }

        @Test
        void that_nobody_stored_is_not_there() {
            assertThat(store.read("no such request")).isNull();
        }
    }

    @Nested
    class A_vote {

        @Test
        void decides_and_says_by_whom_how_and_by_which_channel() {
            ApprovalRequest request = stored(TestRequests.about("ls"));

            assertThat(allow(request, "ann")).isInstanceOfSatisfying(VoteResult.Won.class, won -> {
                ApprovalDecision decision = won.decision();
                assertThat(decision.granted()).isTrue();
                assertThat(decision.how()).isEqualTo(How.ANSWERED);
                assertThat(decision.option()).isEqualTo("Allow once");
                assertThat(decision.decidedBy()).isEqualTo("ann");
                assertThat(decision.channel()).isEqualTo("page");
            });
            assertThat(state(request)).isEqualTo(State.ALLOWED);
            assertThat(decided(request).decidedBy()).isEqualTo("ann");
        }

        @Test
        void that_denies_tells_the_model_why() {
            ApprovalRequest request = stored(TestRequests.about("ls"));

            store.decide(request.id(), request.digest(), "ann", "page", "Deny", false, "not today");

            assertThat(state(request)).isEqualTo(State.DENIED);
            assertThat(decided(request).reason()).isEqualTo("User denied: Run this? (not today)");
        }

        @Test
        void that_comes_later_is_told_who_decided_and_when() {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            deny(request, "ann");

            assertThat(allow(request, "bob")).isInstanceOfSatisfying(VoteResult.Late.class, late -> {
                assertThat(late.who()).isEqualTo("ann");
                assertThat(late.when()).isEqualTo(decided(request).decidedAt());
            });
            assertThat(state(request)).isEqualTo(State.DENIED);
        }

        @Test
        void that_cannot_count_is_refused_and_changes_nothing() {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            String id = request.id();
            String digest = request.digest();

            assertThat(List.of(
                            store.decide("no such request", digest, "ann", "", "Allow once", true, ""),
                            store.decide(id, "another digest", "ann", "", "Allow once", true, ""),
                            store.decide(id, digest, "kernel", "", "Allow once", true, ""),
                            store.decide(id, digest, "rule 7", "", "Allow once", true, ""),
                            store.decide(id, digest, "timeout", "", "Deny", false, ""),
                            store.decide(id, digest, " ", "", "Allow once", true, ""),
                            store.decide(id, digest, "ann", "", "Deny", true, ""),
                            store.decide(id, digest, "ann", "", "Allow everything", true, "")))
                    .allSatisfy(result -> assertThat(result).isInstanceOf(VoteResult.Refused.class));
            assertThat(state(request)).isEqualTo(State.PENDING);
        }

        @Test
        void keeps_the_edited_input_and_the_wish_for_a_rule() {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            EventData edited = EventData.of("command", "ls -l", "n", 1);
            EventData rule = EventData.of("scope", "directory");
            store.decide(request.id(), request.digest(), new Vote("ann", "page", "Allow once", true, "", edited, rule));

            assertThat(decided(request).input()).isEqualTo(edited);
            assertThat(decided(request).rule()).isEqualTo(rule);
        }
    }

    @Nested
    class A_request_that_needs_several_votes {

        @Test
        void is_allowed_when_they_are_there_and_names_them_all() {
            ApprovalRequest request = stored(TestRequests.about("ls").needing(2));

            assertThat(allow(request, "ann")).isEqualTo(new VoteResult.Counted(1, 2));
            assertThat(read(request).votes()).extracting(Vote::voter).containsExactly("ann");
            assertThat(read(request).votes()).extracting(Vote::counted).doesNotContainNull();
            assertThat(allow(request, "bob")).isInstanceOf(VoteResult.Won.class);
            assertThat(decided(request).decidedBy()).isEqualTo("ann, bob");
        }

        @Test
        void counts_each_voter_once() {
            ApprovalRequest request = stored(TestRequests.about("ls").needing(2));

            assertThat(allow(request, "ann")).isEqualTo(new VoteResult.Counted(1, 2));
            assertThat(allow(request, "ann")).isEqualTo(new VoteResult.Counted(1, 2));
            assertThat(state(request)).isEqualTo(State.PENDING);
        }

        @Test
        void is_denied_by_one() {
            ApprovalRequest request = stored(TestRequests.about("ls").needing(3));
            allow(request, "ann");

            assertThat(deny(request, "bob")).isInstanceOf(VoteResult.Won.class);
            assertThat(state(request)).isEqualTo(State.DENIED);
        }

        @Test
        void is_allowed_by_its_approvers_only_and_denied_by_anyone() {
            ApprovalRequest request = stored(TestRequests.about("ls").needing(2, List.of("ann", "bob", "cid")));

            assertThat(allow(request, "ann")).isEqualTo(new VoteResult.Counted(1, 2));
            assertThat(allow(request, "eve")).isInstanceOf(VoteResult.Refused.class);
            assertThat(allow(request, "Ann")).isInstanceOf(VoteResult.Refused.class);
            assertThat(state(request)).isEqualTo(State.PENDING);
            assertThat(deny(request, "eve")).isInstanceOf(VoteResult.Won.class);
        }

        @Test
        void cannot_be_allowed_with_an_edited_input() {
            ApprovalRequest request = stored(TestRequests.about("ls").needing(2));
            Vote edited = new Vote("ann", "", "Allow once", true, "", EventData.of("command", "rm"), null);

            assertThat(store.decide(request.id(), request.digest(), edited)).isInstanceOf(VoteResult.Refused.class);
        }
    }

    @Nested
    class An_attempt {

        @Test
        void takes_what_is_allowed_once_and_may_ask_whether_it_has() {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            allow(request, "ann");

            assertThat(store.consume(request.id(), request.digest(), "first")).isTrue();
            assertThat(store.consume(request.id(), request.digest(), "first")).isTrue();
            assertThat(store.consume(request.id(), request.digest(), "second")).isFalse();
            assertThat(state(request)).isEqualTo(State.USED);
        }

        @Test
        void takes_nothing_that_is_not_allowed_or_is_another_operation() {
            ApprovalRequest pending = stored(TestRequests.about("ls"));
            ApprovalRequest denied = stored(TestRequests.about("ls"));
            deny(denied, "ann");
            ApprovalRequest allowed = stored(TestRequests.about("ls"));
            allow(allowed, "ann");

            assertThat(store.consume(pending.id(), pending.digest(), "a")).isFalse();
            assertThat(store.consume(denied.id(), denied.digest(), "a")).isFalse();
            assertThat(store.consume(allowed.id(), "another digest", "a")).isFalse();
            assertThat(store.consume("no such request", "digest", "a")).isFalse();
        }

        @Test
        void says_how_it_ended_once() {
            for (Execution end : List.of(Execution.EXECUTED, Execution.FAILED, Execution.UNKNOWN)) {
                ApprovalRequest request = stored(TestRequests.about("ls"));
                allow(request, "ann");
                store.consume(request.id(), request.digest(), "mine");

                store.finish(request.id(), "another", Execution.FAILED);
                assertThat(state(request)).isEqualTo(State.USED);
                store.finish(request.id(), "mine", end);
                store.finish(request.id(), "mine", Execution.FAILED);

                assertThat(state(request)).isEqualTo(State.valueOf(end.name()));
                assertThat(store.consume(request.id(), request.digest(), "another"))
                        .isFalse();
            }
        }
    }

    @Nested
    class Finding {

        @Test
        void is_by_session_hook_and_operation_and_has_the_oldest_first() {
            ApprovalRequest first = stored(TestRequests.about("ls"));
            ApprovalRequest second = stored(TestRequests.about("ls"));
            stored(TestRequests.about("rm"));
            stored(TestRequests.of("s-2", "guard", "ls"));
            stored(TestRequests.of("s-1", "other", "ls"));

            assertThat(found(first)).containsExactly(first.id(), second.id());
        }

        @Test
        void gives_what_is_decided_until_an_attempt_has_taken_it() {
            ApprovalRequest allowed = stored(TestRequests.about("a"));
            allow(allowed, "ann");
            ApprovalRequest denied = stored(TestRequests.about("b"));
            deny(denied, "ann");
            assertThat(found(allowed)).hasSize(1);
            assertThat(found(denied)).hasSize(1);

            store.consume(allowed.id(), allowed.digest(), "mine");
            store.finish(denied.id(), "mine", Execution.REFUSED);

            assertThat(found(allowed)).isEmpty();
            assertThat(found(denied)).isEmpty();
            assertThat(state(denied)).isEqualTo(State.DENIED);
        }

        @Test
        void does_not_lose_a_grant_that_somebody_calls_refused() {
            ApprovalRequest request = stored(TestRequests.about("ls"));
            store.finish(request.id(), "mine", Execution.REFUSED);
            allow(request, "ann");
            store.finish(request.id(), "mine", Execution.REFUSED);

            assertThat(store.consume(request.id(), request.digest(), "mine")).isTrue();
        }

        private List<String> found(ApprovalRequest like) {
            List<String> ids = new ArrayList<>();
            store.find(like.session(), like.hook(), like.digest()).forEach(it -> ids.add(it.id()));
            return ids;
        }
    }

    @Nested
    class What_always_was_said_to {

        @Test
        void is_kept_by_session_and_key() {
            store.remember("s-1", "key");
            store.remember("s-1", "key");

            assertThat(store.remembered("s-1", "key")).isTrue();
            assertThat(store.remembered("s-1", "another")).isFalse();
            assertThat(store.remembered("s-2", "key")).isFalse();
        }
    }
}
