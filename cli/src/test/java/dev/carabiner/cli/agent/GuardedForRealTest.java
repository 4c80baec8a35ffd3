package dev.carabiner.cli.agent;

import static dev.carabiner.cli.agent.AnswerChecks.isAllowed;
import static dev.carabiner.cli.agent.AnswerChecks.isDenied;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.bridge.dialect.Occasion;
import dev.carabiner.bridge.dialect.Payload;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The installed file with the program itself behind it. */
@Timeout(240)
class GuardedForRealTest {

    private static final int SHORT_DIGEST = 12;

    @TempDir
    private Path temporary;

    private static String in(Path directory, String agent, String command) {
        GuardedAgent guarded = GuardedAgent.named(agent);
        EventData data = EventData.of(
                "tool_name", "Bash", "tool_input", EventData.of("command", command), "tool_call_id", "c-1");
        return EventDataJson.write(Payload.of(
                guarded.dialect(),
                guarded.dialect().eventsFor("tool:pre").getFirst(),
                new Occasion(data, "s-1", directory, directory, directory, Instant.now())));
    }

    @Test
    void a_full_disk_denies_each_agent() throws Exception {
        try (RealService real = new RealService(temporary, 60).serving("ulimit -f 1")) {
            for (GuardedAgent agent : GuardedAgent.all()) {
                isDenied(agent.name(), real.stage.asked(agent.name(), "ls"));
            }
        }
    }

    /** One agent for each kind of denial. */
    @Test
    void a_full_disk_denies_without_a_service_too() throws Exception {
        String limited = "[ \"$1\" = hook ] || exit 0; ulimit -f 1";
        try (RealService real = new RealService(temporary, 60, limited)) {
            for (String agent : List.of("claude", "codex", "gemini", "copilot", "cursor", "cline", "opencode")) {
                isDenied(agent, real.stage.asked(agent, "ls"));
            }
        }
    }

    @Test
    void a_bundle_that_cannot_be_read_or_is_not_trusted_denies_each_agent() throws Exception {
        Path directory = Files.createDirectories(temporary.resolve("home/directory"));
        Files.createDirectories(directory.resolve(".carabiner/bundle.yaml"));
        Path loop = Files.createDirectories(temporary.resolve("home/loop/.carabiner"));
        Files.createSymbolicLink(loop.resolve("bundle.yaml"), Path.of("bundle.yaml"));
        Path fresh = Files.createDirectories(temporary.resolve("home/fresh/.carabiner"));
        Files.writeString(fresh.resolve("bundle.yaml"), "bundle: {name: mine, version: 1}\n");
        List<Path> places = List.of(directory, loop.resolve(".."), fresh.resolve(".."));
        try (RealService real = new RealService(temporary, 60).serving(":")) {
            for (GuardedAgent agent : GuardedAgent.all()) {
                for (Path place : places) {
                    Said said = real.stage.run(agent.name(), in(place.normalize(), agent.name(), "ls"), "before");
                    isDenied(agent.name(), said);
                }
                isAllowed(agent.name(), real.stage.asked(agent.name(), "ls"));
            }
        }
    }

    @Test
    void without_a_service_it_is_judged_by_a_start_and_a_service_is_there_afterwards() throws Exception {
        try (RealService real = new RealService(temporary, 60)) {
            isDenied("claude", real.stage.asked("claude", "rm -rf /"));
            Path socket = GuardFile.socket(real.stage.here);
            for (int i = 0; i < 1200 && !Files.exists(socket); i++) {
                Thread.sleep(50);
            }
            isAllowed("claude", real.stage.asked("claude", "ls"));
            Files.delete(socket); // it notices, and ends
        }
    }

    @Test
    void a_question_is_answered_in_a_second_terminal_while_the_agent_waits() throws Exception {
        try (RealService real = new RealService(temporary, 60).serving(":")) {
            Process allowed = real.waiting("codex", GuardStage.payload("codex", "s-1", "git push --force"));
            StoredApproval asked = pending(real);
            assertThat(allowed.isAlive()).isTrue();
            String digest = asked.request().digest().substring(0, SHORT_DIGEST);
            assertThat(real.carabiner("approvals", "allow", asked.id(), "--digest", digest))
                    .as(real.said())
                    .isZero();
            assertThat(allowed.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(allowed.exitValue()).isZero();

            Process denied = real.waiting("codex", GuardStage.payload("codex", "s-2", "git push --force"));
            assertThat(real.carabiner("approvals", "deny", pending(real).id()))
                    .as(real.said())
                    .isZero();
            assertThat(denied.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(denied.exitValue()).isEqualTo(2);
            assertThat(new String(denied.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("User denied");
        }
    }

    @Test
    void a_question_that_nobody_answers_is_a_denial_before_the_agents_time_is_over() throws Exception {
        try (RealService real = new RealService(temporary, 4).serving(":")) {
            real.stage.asked("codex", "ls"); // the session has begun
            long begin = System.nanoTime();
            Said said = real.stage.asked("codex", "git push --force");
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)).isLessThan(8_000);
            isDenied("codex", said);
            assertThat(said.errors()).containsAnyOf("Nobody has answered in time", "no answer within 4 seconds");
        }
    }

    private static StoredApproval pending(RealService real) throws Exception {
        Path file = real.stage.here.ownDirectory().resolve("approvals.db");
        for (int i = 0; i < 1200; i++) {
            if (Files.exists(file)) {
                try (ApprovalDatabase database = ApprovalDatabase.sqlite(file)) {
                    List<StoredApproval> all = database.store().pending(null, 10);
                    if (!all.isEmpty()) {
                        return all.getFirst();
                    }
                }
            }
            Thread.sleep(50);
        }
        throw new AssertionError("No question: " + real.said());
    }
}
