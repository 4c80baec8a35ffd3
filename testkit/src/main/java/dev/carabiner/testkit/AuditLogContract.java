package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.ApprovalRequested;
import dev.carabiner.audit.AuditRecord.Denied;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.audit.AuditRecord.MessageShown;
import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.audit.AuditRecord.PortFailed;
import dev.carabiner.audit.AuditRecord.Streamed;
import dev.carabiner.audit.RecordedChange;
import dev.carabiner.audit.RecordedRun;
import dev.carabiner.audit.SkippedRun;
import dev.carabiner.event.EventData;
import dev.carabiner.event.PatchStep;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every audit log promises the coordinator. */
public abstract class AuditLogContract {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    /** A new log that works. */
    protected abstract AuditLog newLog();

    /** One record of each kind, with awkward text in every place that takes text from outside. */
    protected static List<AuditRecord> oneOfEach() {
        String odd = "line\nquote\" back\\slash \u0000 \u202E \ud83d\ude00 half \ud800";
        EventData data =
                EventData.of("text", odd, "n", 1.5, "deep", EventData.of("list", List.of(1, odd)), "none", null);
        List<RecordedRun> runs =
                List.of(new RecordedRun(odd, -5, "failure", 123, odd), new RecordedRun("b", 0, "continue", 0, null));
        List<RecordedRun> talkative =
                List.of(new RecordedRun(odd, 1, "ask_user", 5, 6, null, true, odd, odd, odd, odd));
        RecordedChange change = new RecordedChange(
                odd,
                List.of(
                        new PatchStep(PatchStep.Op.ADD, "/" + odd, List.of(odd)),
                        new PatchStep(PatchStep.Op.REMOVE, "/text", null)));
        List<SkippedRun> skipped = List.of(new SkippedRun(odd, 7, "after the deny"));
        return List.of(
                new Emitted("s", NOW, "tool:pre", "deny", odd, data, runs),
                new Emitted(
                        "s",
                        NOW,
                        "e-2",
                        "e-1",
                        "tool:pre",
                        "ask_user",
                        odd,
                        odd,
                        data,
                        change,
                        List.of(change),
                        talkative,
                        skipped),
                new Streamed("s", NOW, "e-3", "e-1", "content_block:delta", 1, 100, 400, "d"),
                new Denied("s", NOW, odd, "e-2", "tool:pre", "human", odd, odd, "r", odd),
                new Denied("s", NOW, odd, "e-2", "tool:pre", "hook", odd, "", null, null),
                new Injected("s", NOW, odd, "tool:post", "system", true, 10, 3, Injected.Fate.ADDED, "", null),
                new Injected("s", NOW, odd, "tool:post", "system", true, 10, 3, Injected.Fate.EMPTY, odd, odd),
                new ApprovalRequested(
                        "s", NOW, odd, "r", "tool:pre", odd, odd, List.of(odd, "Deny"), 1_000, "deny", "d", odd, odd),
                new ApprovalDecided(
                        "s",
                        NOW,
                        odd,
                        "r",
                        "h",
                        "tool:pre",
                        "t",
                        true,
                        "answered",
                        odd,
                        null,
                        "",
                        "d",
                        odd,
                        odd,
                        odd,
                        odd),
                new ApprovalDecided(
                        "s", NOW, odd, "r", "h", "tool:pre", "t", true, "rule", null, odd, odd, "d", odd, "", null, ""),
                new PermitMinted("s", NOW, "kernel", "p", odd, "d", odd, odd),
                new PermitUsed("s", NOW, odd, "p", odd, "d", odd, odd),
                new PermitUsed("s", NOW, odd, "p", odd, "d", null, ""),
                new MessageShown("s", NOW, "hook:h", "tool:pre", "info", odd),
                new MessageShown("s", NOW, "hook:h", "tool:pre", "info", odd, odd, odd),
                new OutputCaught("s", NOW, "h", "tool:pre", true, odd),
                new OutputCaught("s", NOW, "h", "tool:pre", true, odd, odd, odd),
                new PortFailed("s", NOW, "display", "tool:pre", odd, "", null));
    }

    @Test
    void every_kind_of_record_is_taken_whatever_text_it_holds() {
        AuditLog log = newLog();

        assertThat(oneOfEach())
                .allSatisfy(record -> assertThatCode(() -> log.append(record)).doesNotThrowAnyException());
    }

    @Test
    void any_number_of_threads_may_append() throws Exception {
        AuditLog log = newLog();
        Callable<Void> appending = () -> {
            oneOfEach().forEach(log::append);
            return null;
        };
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = threads.invokeAll(
                    IntStream.range(0, 50).mapToObj(i -> appending).toList());

            assertThat(all).allSatisfy(done -> assertThat(done.state()).isEqualTo(Future.State.SUCCESS));
        }
    }

    @Test
    void an_interrupted_thread_can_append_and_stays_interrupted() {
        AuditLog log = newLog();
        Thread.currentThread().interrupt();

        log.append(oneOfEach().getFirst());

        assertThat(Thread.interrupted()).isTrue();
        assertThatCode(() -> log.append(oneOfEach().getLast())).doesNotThrowAnyException();
    }
}
