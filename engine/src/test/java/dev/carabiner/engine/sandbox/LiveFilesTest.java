package dev.carabiner.engine.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.process.Command;
import dev.carabiner.process.Confinement;
import dev.carabiner.process.Finished;
import dev.carabiner.process.Opening;
import dev.carabiner.process.Sandbox;
import dev.carabiner.testkit.NeedsSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that others write, and a confined command that works in a directory above it. */
@NeedsSandbox
@Timeout(120)
class LiveFilesTest {

    @TempDir
    private Path temporary;

    private Path workspace = Path.of("");
    private Path store = Path.of("");

    @BeforeEach
    void begin() throws IOException {
        workspace = Files.createDirectory(temporary.toRealPath().resolve("home"));
        store = workspace.resolve("team/desk/approvals.db");
    }

    private static List<Path> files(Path database) {
        return Stream.of("", "-wal", "-shm", "-journal")
                .map(end -> Path.of(database + end))
                .toList();
    }

    private Finished run(String line) throws Exception {
        Sandbox found = Objects.requireNonNull(Sandbox.find().sandbox());
        LiveFiles live = LiveFiles.of(files(store), workspace);
        SessionSandbox sandbox = new SessionSandbox(
                workspace,
                () -> Confinement.of(found, workspace).holding(live.above()).protecting(live.directories()),
                files(store),
                List.of(),
                live,
                channel -> List.of(),
                changed -> {});
        return sandbox.run(Command.of(List.of("/bin/bash", "-c", line), workspace), Opening.NONE);
    }

    @Nested
    class What_others_write {

        @ParameterizedTest
        @ValueSource(strings = {"team/desk", ".carabiner"})
        void while_a_command_runs_stays_and_is_no_change_of_the_commands(String directory) throws Exception {
            store = workspace.resolve(directory).resolve("approvals.db");
            Files.createDirectories(store.getParent());
            Files.writeString(store, "before");
            CompletableFuture<Finished> command = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    command.complete(run("touch begun; until [ -e go ]; do sleep 0.05; done"));
                } catch (Exception e) {
                    command.completeExceptionally(e);
                }
            });
            while (!Files.exists(workspace.resolve("begun")) && !command.isDone()) {
                Thread.sleep(10);
            }
            Files.writeString(store, "decided meanwhile");
            Files.writeString(Path.of(store + "-wal"), "decided meanwhile");
            Files.createFile(store.resolveSibling("lockdown"));
            Object file = Files.getAttribute(store, "unix:ino");
            Files.createFile(workspace.resolve("go"));
            Finished finished = command.get(60, TimeUnit.SECONDS);

            assertThat(finished.putBack()).isEmpty();
            assertThat(finished.succeeded()).as(finished.output()).isTrue();
            assertThat(store).hasContent("decided meanwhile");
            assertThat(Path.of(store + "-wal")).hasContent("decided meanwhile");
            assertThat(store.resolveSibling("lockdown")).exists();
            assertThat(Files.getAttribute(store, "unix:ino")).isEqualTo(file);
        }
    }

    @Nested
    class A_command {

        @Test
        void neither_changes_them_nor_makes_those_that_are_not_there() throws Exception {
            Files.createDirectories(store.getParent());
            Files.writeString(store, "before");

            run(
                    "cd team/desk; echo forged > approvals.db; echo forged > approvals.db-wal; touch lockdown; touch ../../ran");

            assertThat(workspace.resolve("ran")).exists();
            assertThat(store.resolveSibling("lockdown")).doesNotExist();
            assertThat(store).hasContent("before");
            assertThat(Path.of(store + "-wal")).doesNotExist();
        }

        @Test
        void moves_no_directory_above_them_away() throws Exception {
            Files.createDirectories(store.getParent());
            Files.writeString(store, "before");

            run(
                    "mv team/desk other; mv team gone; mkdir -p team/desk; echo forged > team/desk/approvals.db; touch ran");

            assertThat(workspace.resolve("ran")).exists();
            assertThat(store).hasContent("before");
        }

        @Test
        void makes_no_directory_for_them_before_others_do() throws Exception {
            run("mkdir -p team/desk; echo forged > team/desk/approvals.db; touch ran");

            assertThat(workspace.resolve("ran")).exists();
            assertThat(store).doesNotExist();
        }

        @Test
        void changes_no_file_that_they_are_links_to() throws Exception {
            Path target = Files.createDirectories(workspace.resolve("data")).resolve("real.db");
            Files.writeString(target, "before");
            store = Files.createDirectory(temporary.toRealPath().resolve("outside"))
                    .resolve("approvals.db");
            Files.createSymbolicLink(store, target);

            run("echo forged > data/real.db; echo forged > data/real.db-wal; touch ran");

            assertThat(workspace.resolve("ran")).exists();
            assertThat(target).hasContent("before");
            assertThat(Path.of(target + "-wal")).doesNotExist();
        }

        @Test
        void leads_no_link_to_them_elsewhere() throws Exception {
            Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("elsewhere/desk"));
            Files.writeString(elsewhere.resolve("approvals.db"), "before");
            Files.createSymbolicLink(workspace.resolve("team"), elsewhere.getParent());

            Finished finished = run("rm team; mkdir -p team/desk; echo forged > team/desk/approvals.db");

            assertThat(finished.putBack()).contains(workspace.resolve("team"));
            assertThat(store).hasContent("before");
        }
    }

    @Test
    void right_in_the_workspace_they_are_refused_since_a_command_could_make_what_is_beside_them() {
        assertThatThrownBy(() -> LiveFiles.of(files(workspace.resolve("approvals.db")), workspace))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(workspace.resolve("approvals.db").toString())
                .hasMessageContaining("a directory of its own");
    }

    @Test
    void outside_of_the_workspace_nothing_is_made_for_them() throws Exception {
        Path outside = temporary.toRealPath().resolve("outside/approvals.db");

        LiveFiles live = LiveFiles.of(List.of(outside), workspace);

        assertThat(live.directories()).isEmpty();
        assertThat(live.has(outside)).isTrue();
        assertThat(outside.getParent()).doesNotExist();
    }
}
