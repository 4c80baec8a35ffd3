package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.ApprovalRequested;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolBody;
import dev.carabiner.session.ToolResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** For every way that a question can end, the store and the audit log tell the same. */
@Timeout(60)
class StoreAndLogTest {

    private static final EventData INPUT = EventData.of("command", "ls");

    @TempDir
    private Path directory;

    private final List<AuditRecord> log = new CopyOnWriteArrayList<>();
    private final HookRegistry hooks = new HookRegistry();
    private HookResult.AskUser question = HookResult.ask("Run this?");
    private ApprovalDatabase database;
    private SessionCoordinator session;

    @BeforeEach
    void open() {
        database = ApprovalDatabase.sqlite(directory.resolve("approvals.db"));
        hooks.register(
                "tool:pre",
                0,
                "guard",
                (event, data) -> INPUT.equals(data.object("tool_input")) ? question : HookResult.proceed());
    }

    @AfterEach
    void close() {
        database.close();
    }

    private ToolAnswer call(Consumer<PendingApproval> answered, ToolBody body) {
        ApprovalChannel channel = pending -> {
            answered.accept(pending);
            return () -> {};
        };
        session = SessionCoordinator.builder()
                .sessionId("s-1")
                .hooks(hooks)
                .approvalStore(database.store())
                .channels(List.of(channel))
                .audit(log::add)
                .build();
        return session.call(new ToolCall("call-1", "Bash", INPUT), body);
    }

    private static ToolResult ran(EventData input) {
        return ToolResult.of("done");
    }

    private static Consumer<PendingApproval> by(String who, String option) {
        return pending -> pending.decide(option, who, pending.request().digest());
    }

    private <R extends AuditRecord> List<R> records(Class<R> kind) {
        return log.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private boolean emitted(String event) {
        return records(Emitted.class).stream().anyMatch(it -> it.event().equals(event));
    }

    /** The only request, which both tell the same of, and which came to this. */
    private StoredApproval agreed(State state) {
        ApprovalRequested asked = records(ApprovalRequested.class).getFirst();
        StoredApproval stored = database.store().read(asked.request());
        assertThat(stored.state()).isEqualTo(state);
        assertThat(asked.digest()).isEqualTo(stored.request().digest());
        assertThat(asked.actor()).isEqualTo(stored.request().hook());
        assertThat(asked.prompt()).isEqualTo(stored.request().prompt());
        ApprovalDecision decision = stored.decision();
        ApprovalDecided decided = records(ApprovalDecided.class).getFirst();
        assertThat(decided.request()).isEqualTo(stored.id());
        assertThat(decided.digest()).isEqualTo(stored.request().digest());
        assertThat(decided.granted()).isEqualTo(decision.granted());
        assertThat(decided.how()).isEqualTo(decision.how().name().toLowerCase(Locale.ROOT));
        assertThat(decided.decidedBy()).isEqualTo(decision.decidedBy());
        assertThat(decided.channel()).isEqualTo(decision.channel());
        assertThat(decided.option()).isEqualTo(decision.option());
        assertThat(decided.reason()).isEqualTo(decision.reason());
        assertThat(decided.time()).isCloseTo(decision.decidedAt(), within());
        boolean used = state == State.EXECUTED || state == State.FAILED || state == State.UNKNOWN;
        assertThat(records(PermitUsed.class)).hasSize(used ? 1 : 0);
        assertThat(emitted("tool:post")).isEqualTo(state == State.EXECUTED);
        assertThat(emitted("error:tool")).isEqualTo(state == State.FAILED || state == State.UNKNOWN);
        return stored;
    }

    private static org.assertj.core.data.TemporalUnitOffset within() {
        return org.assertj.core.api.Assertions.within(1, ChronoUnit.MILLIS);
    }

    @Nested
    class What_was_allowed {

        @Test
        void and_ran() {
            call(by("ann", "Allow"), StoreAndLogTest::ran);

            assertThat(agreed(State.EXECUTED).decision().decidedBy()).isEqualTo("ann");
        }

        @Test
        void and_failed() {
            call(by("ann", "Allow"), input -> {
                throw new IllegalStateException("no");
            });

            agreed(State.FAILED);
        }

        @Test
        void and_was_interrupted_so_that_its_end_is_not_known() {
            call(by("ann", "Allow"), input -> {
                throw new InterruptedException();
            });
            assertThat(Thread.interrupted()).isTrue();

            agreed(State.UNKNOWN);
        }

        @Test
        void with_an_edited_input_and_ran() {
            EventData edited = EventData.of("command", "ls -l");
            call(
                    pending -> pending.decide(
                            Answer.of("Allow", "ann", pending.request().digest())
                                    .input(edited)),
                    StoreAndLogTest::ran);

            assertThat(agreed(State.EXECUTED).decision().input()).isEqualTo(edited);
            assertThat(records(Emitted.class))
                    .anySatisfy(it -> assertThat(it.edit()).isNotNull());
        }

        @Test
        void by_the_time_that_passed() {
            question = question.timeout(Duration.ofMillis(50)).byDefault(Decision.ALLOW);
            call(pending -> {}, StoreAndLogTest::ran);

            assertThat(agreed(State.EXECUTED).decision().decidedBy()).isEqualTo("timeout");
        }
    }

    @Nested
    class What_was_not {

        @Test
        void because_a_person_said_so() {
            call(by("ann", "Deny"), StoreAndLogTest::ran);

            agreed(State.DENIED);
        }

        @Test
        void because_the_time_passed() {
            question = question.timeout(Duration.ofMillis(50));
            call(pending -> {}, StoreAndLogTest::ran);

            agreed(State.EXPIRED);
        }

        @Test
        void because_it_was_cancelled() {
            call(pending -> session.cancellation().requestImmediate(), StoreAndLogTest::ran);

            agreed(State.CANCELLED);
        }

        @Test
        void because_the_session_ended() {
            call(pending -> session.end(), StoreAndLogTest::ran);

            agreed(State.CANCELLED);
        }

        @Test
        void because_no_channel_could_ask() {
            call(
                    pending -> {
                        throw new IllegalStateException("the line is dead");
                    },
                    StoreAndLogTest::ran);

            agreed(State.CANCELLED);
        }
    }

    @Test
    void what_was_allowed_and_then_refused_by_the_answer_to_another_question_is_used_by_neither() {
        hooks.register("tool:pre", 9, "second", (event, data) -> HookResult.ask("And this?"));
        call(
                pending -> {
                    String option = pending.request().hook().equals("guard") ? "Allow" : "Deny";
                    pending.decide(option, "ann", pending.request().digest());
                },
                StoreAndLogTest::ran);

        assertThat(records(ApprovalRequested.class)).hasSize(2);
        assertThat(records(PermitUsed.class)).isEmpty();
        records(ApprovalDecided.class).forEach(decided -> {
            StoredApproval stored = database.store().read(decided.request());
            assertThat(stored.decision().granted()).isEqualTo(decided.granted());
            assertThat(stored.state()).isIn(State.DENIED, State.FAILED);
        });
    }
}
