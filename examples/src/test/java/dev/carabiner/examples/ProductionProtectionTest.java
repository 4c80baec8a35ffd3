package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.examples.host.ToolRunner.Called;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProductionProtectionTest {

    @TempDir
    private Path directory;

    private Path settings;

    @BeforeEach
    void set_up() throws Exception {
        settings = Files.createDirectories(directory.resolve("production/web")).resolve("app.properties");
        Files.writeString(settings, "old\n");
        Files.createDirectories(directory.resolve("staging"));
        Files.createDirectories(directory.resolve("elsewhere"));
        Files.createSymbolicLink(directory.resolve("staging/live"), directory.resolve("production"));
    }

    private Rehearsal protectedBy(ApprovalSystem approvals, Duration answerWithin) throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, approvals);
        ProductionProtection.mount(rehearsal.hooks, rehearsal.workspace, answerWithin);
        return rehearsal;
    }

    private Rehearsal protectedBy(ApprovalSystem approvals) throws Exception {
        return protectedBy(approvals, Duration.ofMinutes(5));
    }

    @Test
    void a_no_leaves_the_file_as_it_is() throws Exception {
        Rehearsal rehearsal = protectedBy(ApprovalSystem.answering("Deny"));
        assertThat(rehearsal.write("production/web/app.properties").ran()).isFalse();
        assertThat(settings).hasContent("old");
        assertThat(rehearsal.records(PermitMinted.class)).isEmpty();
        assertThat(rehearsal.lastMessage().text()).startsWith("Denied by hook: User denied: ");
    }

    @Test
    void a_yes_to_a_path_through_a_link_writes_the_file_it_leads_to() throws Exception {
        Rehearsal rehearsal = protectedBy(ApprovalSystem.answering("Allow once"));
        assertThat(rehearsal.write("staging/live/web/app.properties").ran()).isTrue();
        assertThat(settings).hasContent("new");
    }

    @Test
    void allow_always_holds_for_that_file_by_whatever_path_and_for_no_other() throws Exception {
        Rehearsal rehearsal = protectedBy(ApprovalSystem.answering("Allow always"));
        rehearsal.write("production/web/app.properties");
        rehearsal.write("staging/live/web/app.properties");
        rehearsal.write("production/other.txt");
        assertThat(rehearsal.records(ApprovalDecided.class))
                .extracting(ApprovalDecided::how)
                .containsExactly("answered", "remembered", "answered");
    }

    @Test
    void silence_is_a_no() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Rehearsal rehearsal = protectedBy(
                request -> {
                    never.await();
                    return "Allow once";
                },
                Duration.ofMillis(100));
        Called called = rehearsal.write("production/web/app.properties");
        assertThat(called.result()).startsWith("Denied by hook: Approval timeout - denied by default: ");
        assertThat(settings).hasContent("old");
    }

    @Test
    void a_link_that_is_turned_while_the_human_thinks_changes_nothing() throws Exception {
        Path link = directory.resolve("staging/live");
        Rehearsal rehearsal = protectedBy(request -> {
            turn(link, directory.resolve("elsewhere"));
            return "Allow once";
        });
        assertThat(rehearsal.write("staging/live/new.txt").ran()).isTrue();
        assertThat(directory.resolve("production/new.txt")).exists();
        assertThat(directory.resolve("elsewhere/new.txt")).doesNotExist();
    }

    @Test
    void a_directory_that_becomes_a_link_while_the_human_thinks_is_not_followed() throws Exception {
        Rehearsal rehearsal = protectedBy(request -> {
            turn(directory.resolve("production/fresh"), directory.resolve("elsewhere"));
            return "Allow once";
        });
        Called called = rehearsal.write("production/fresh/new.txt");
        assertThat(called.ran()).isFalse();
        assertThat(directory.resolve("elsewhere/new.txt")).doesNotExist();
    }

    @Test
    void staging_needs_no_question() throws Exception {
        Rehearsal rehearsal = protectedBy(ApprovalSystem.answering("Deny"));
        assertThat(rehearsal.write("staging/app.properties").ran()).isTrue();
        assertThat(rehearsal.records(ApprovalDecided.class)).isEmpty();
    }

    @Test
    void the_program_ends_with_what_was_allowed_and_nothing_more(@TempDir Path stage) throws Exception {
        assertThat(Rehearsal.play(ProductionProtection::play, stage))
                .contains("granted (answered)", "granted (remembered)", "denied (answered)", "denied (timeout)");
        assertThat(stage.resolve("production/app.properties")).hasContent("replicas=5");
        assertThat(stage.resolve("production/secrets.env")).hasContent("TOKEN=old");
    }

    private static void turn(Path link, Path target) {
        try {
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, target);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
