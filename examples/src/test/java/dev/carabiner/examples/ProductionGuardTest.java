package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.ApprovalRequested;
import dev.carabiner.examples.host.ToolRunner.Called;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProductionGuardTest {

    @TempDir
    private Path directory;

    @BeforeEach
    void set_up() throws Exception {
        Files.createDirectories(directory.resolve("production/web"));
        Files.createDirectories(directory.resolve("reproduction"));
        Files.createDirectories(directory.resolve("staging"));
        Files.createSymbolicLink(directory.resolve("staging/live"), directory.resolve("production"));
        Files.createSymbolicLink(directory.resolve("staging/dead"), directory.resolve("gone/file"));
    }

    private Rehearsal guarded(ApprovalSystem approvals) throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, approvals);
        ProductionGuard.mount(rehearsal.hooks, rehearsal.workspace, Duration.ofMinutes(5));
        return rehearsal;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "production/app.properties",
                "PRODUCTION/app.properties",
                "production/web/../app.properties",
                "staging/../production/app.properties",
                "staging/live/app.properties",
                "staging/live/web/../app.properties",
                ".env",
                "staging/prod.env",
                "staging/.ENV",
                ".env.local",
            })
    void asks_about_whatever_leads_to_production(String path) throws Exception {
        Rehearsal rehearsal = guarded(ApprovalSystem.answering("Deny"));
        Called called = rehearsal.write(path);
        assertThat(called.ran()).isFalse();
        assertThat(called.result()).startsWith("Denied by hook: User denied: Allow write to production file: ");
        assertThat(rehearsal.records(ApprovalRequested.class)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"staging/app.properties", "reproduction/a.txt", "production-notes.txt", "environment"})
    void asks_about_nothing_else(String path) throws Exception {
        Rehearsal rehearsal = guarded(ApprovalSystem.answering("Deny"));
        assertThat(rehearsal.write(path).ran()).isTrue();
        assertThat(rehearsal.records(ApprovalRequested.class)).isEmpty();
    }

    @Test
    void a_yes_lets_the_tool_run_once() throws Exception {
        Rehearsal rehearsal = guarded(ApprovalSystem.answering("Allow once"));
        assertThat(rehearsal.write("production/a.txt").ran()).isTrue();
        assertThat(rehearsal.write("production/a.txt").ran()).isTrue();
        assertThat(directory.resolve("production/a.txt")).hasContent("new");
        assertThat(rehearsal.records(ApprovalRequested.class)).hasSize(2);
    }

    @Test
    void the_question_names_the_real_file_and_three_options() throws Exception {
        List<ApprovalRequest> asked = new ArrayList<>();
        Rehearsal rehearsal = guarded(request -> {
            asked.add(request);
            return "Deny";
        });
        rehearsal.write("staging/live/a.txt");
        Path real = directory.toRealPath().resolve("production/a.txt");
        assertThat(asked.getFirst().prompt()).isEqualTo("Allow write to production file: " + real + "?");
        assertThat(asked.getFirst().options()).containsExactly("Allow once", "Allow always", "Deny");
        assertThat(asked.getFirst().timeout()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void without_anybody_to_ask_the_answer_is_no() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory);
        ProductionGuard.mount(rehearsal.hooks, rehearsal.workspace, Duration.ofMinutes(5));
        assertThat(rehearsal.write("production/a.txt").result())
                .isEqualTo("Denied by hook: No approval system available");
        assertThat(directory.resolve("production/a.txt")).doesNotExist();
    }

    @Test
    void a_path_that_leads_nobody_knows_where_is_denied_and_nobody_is_bothered() throws Exception {
        Rehearsal rehearsal = guarded(ApprovalSystem.answering("Allow once"));
        assertThat(rehearsal.write("staging/dead").result()).contains("Guard production-guard unavailable");
        assertThat(rehearsal.records(ApprovalRequested.class)).isEmpty();
    }

    @Test
    void the_program_shows_the_question_and_runs_the_tool(@TempDir Path stage) throws Exception {
        assertThat(Rehearsal.play(ProductionGuard::play, stage))
                .contains("| Allow write to production file: ", "replicas=3", "| Wrote app.properties");
        assertThat(stage.resolve("production/app.properties")).hasContent("replicas=3");
    }

    @Test
    void every_decision_is_on_the_record() throws Exception {
        Rehearsal rehearsal = guarded(ApprovalSystem.answering("Allow once"));
        rehearsal.write("production/a.txt");
        assertThat(rehearsal.records(ApprovalDecided.class)).singleElement().satisfies(decided -> {
            assertThat(decided.granted()).isTrue();
            assertThat(decided.hook()).isEqualTo("production-guard");
            assertThat(decided.how()).isEqualTo("answered");
        });
    }
}
