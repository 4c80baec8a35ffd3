package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.session.ToolPermit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class ConfinementRaceTest extends Confined {

    /** The same as in a race, but at the very moment that matters. */
    @Nested
    class A_swap {

        private Path place;
        private WorkspaceFiles files;

        @BeforeEach
        void make() throws Exception {
            place = Files.createDirectory(directory.resolve("place"));
            Files.writeString(place.resolve("secret"), "public\n");
            files = new WorkspaceFiles(rig.workspace);
        }

        private void swap() throws IOException {
            Files.move(place, directory.resolve("aside"));
            Files.createSymbolicLink(place, outside);
        }

        @Test
        void after_the_path_was_judged_is_noticed() throws Exception {
            FilePath existing = files.locate("place/secret");
            FilePath fresh = files.locate("place/sub/new");
            swap();

            assertThatThrownBy(() -> files.open(existing)).isInstanceOf(FileRefusedException.class);
            assertThatThrownBy(() -> files.replace(existing, new byte[1])).isInstanceOf(FileRefusedException.class);
            assertThatThrownBy(() -> files.replace(fresh, new byte[1])).isInstanceOf(FileRefusedException.class);
            assertThatThrownBy(() -> files.openDirectory(files.locate(".")).open("place"))
                    .isInstanceOf(IOException.class);
            assertOutsideUntouched();
        }

        @Test
        void of_the_file_itself_after_the_path_was_judged_is_noticed() throws Exception {
            FilePath file = files.locate("place/secret");
            Files.delete(place.resolve("secret"));
            Files.createSymbolicLink(place.resolve("secret"), outside.resolve("secret"));

            assertThatThrownBy(() -> files.open(file)).hasMessageContaining("has become a link");
            assertThatThrownBy(() -> files.replace(file, new byte[1])).hasMessageContaining("has become a link");
            assertOutsideUntouched();
        }

        @Test
        void after_the_directory_was_opened_changes_nothing() throws Exception {
            try (OpenDirectory held = files.openDirectory(files.locate("place"))) {
                swap();
                held.create("new").close();
                held.move("new", held, "renamed");

                assertThat(directory.resolve("aside/renamed")).exists();
                assertThat(held.attributes("secret").size()).isEqualTo(7);
                try (var content = held.read("secret")) {
                    assertThat(content.size()).isEqualTo(7);
                }
            }
            assertOutsideUntouched();
        }
    }

    /** A link that leads elsewhere in the workspace when the tool runs than when the call was judged. */
    @Nested
    class A_link_that_is_changed_after_the_judgement {

        private Path link;
        private Path closed;

        @BeforeEach
        void make() throws Exception {
            Files.writeString(directory.resolve("notes.txt"), "notes\n");
            Path production = Files.createDirectory(directory.resolve("production"));
            closed = Files.writeString(production.resolve("app.yaml"), "closed\n");
            link = Files.createSymbolicLink(directory.resolve("link"), Path.of("notes.txt"));
        }

        private void change() throws IOException {
            Files.delete(link);
            Files.createSymbolicLink(link, closed);
        }

        @Test
        void does_not_change_which_file_is_written_or_read() throws Exception {
            ToolPermit write = rig.permit("Write", "file_path", "link", "content", "new\n");
            ToolPermit read = rig.permit("Read", "file_path", "link");
            change();

            rig.box.run(write, new ToolRun(rig.session));
            assertThat(rig.box.run(read, new ToolRun(rig.session)).output()).contains("new");
            assertThat(directory.resolve("notes.txt")).hasContent("new\n");
            assertThat(closed).hasContent("closed\n");
        }

        @Test
        void is_refused_where_the_file_itself_has_become_one() throws Exception {
            ToolPermit write = rig.permit("Write", "file_path", "notes.txt", "content", "new\n");
            ToolPermit search = rig.permit("Grep", "pattern", "closed", "path", "notes.txt");
            Files.delete(directory.resolve("notes.txt"));
            Files.createSymbolicLink(directory.resolve("notes.txt"), closed);

            assertThatThrownBy(() -> rig.box.run(write, new ToolRun(rig.session)))
                    .hasMessageContaining("leads through a link");
            assertThatThrownBy(() -> rig.box.run(search, new ToolRun(rig.session)))
                    .hasMessageContaining("leads through a link");
            assertThat(closed).hasContent("closed\n");
        }

        @Test
        void is_judged_by_where_it_leads_and_a_file_by_its_name() {
            assertThat(settled("link"))
                    .isEqualTo(rig.workspace.root().resolve("notes.txt").toString());
            assertThat(settled("notes.txt")).isEqualTo("notes.txt");
            assertThat(settled("new/./file")).isEqualTo("new/./file");
        }

        private @Nullable Object settled(String path) {
            return rig.box.settled("Write", Rig.input("file_path", path)).get("file_path");
        }
    }

    /** A file that is looked at as a regular one and is a pipe when it is opened. */
    @Nested
    @EnabledOnOs(OS.LINUX)
    @Timeout(60)
    class A_pipe_in_the_place_of_a_file {

        private Path pipe;

        @BeforeEach
        void make() throws Exception {
            pipe = directory.resolve("pipe");
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
        }

        @Test
        void is_refused_by_the_open_itself_and_not_waited_for() throws Exception {
            WorkspaceFiles files = new WorkspaceFiles(rig.workspace);
            try (OpenDirectory held = files.openDirectory(files.locate("."))) {
                assertThatThrownBy(() -> held.read("pipe")).hasMessageContaining("has become a pipe");
            }
        }

        @Test
        void holds_up_neither_reading_nor_searching_while_it_is_swapped() throws Exception {
            Path file = Files.writeString(directory.resolve("file"), "text\n");
            AtomicBoolean over = new AtomicBoolean();
            Thread swapping = Thread.ofPlatform().start(() -> {
                Path aside = directory.resolve("aside");
                while (!over.get()) {
                    try {
                        Files.move(file, aside);
                        Files.move(pipe, file);
                        Files.move(file, pipe);
                        Files.move(aside, file);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
            int read = 0;
            for (int i = 0; i < 300; i++) {
                try {
                    assertThat(rig.run("Read", "file_path", "file").output()).contains("text");
                    read++;
                } catch (FileRefusedException e) {
                    assertThat(e).hasMessageContaining("file");
                }
                rig.run("Grep", "pattern", "text");
                rig.run("Glob", "pattern", "*");
            }
            over.set(true);
            swapping.join();
            assertThat(read).isPositive();
        }
    }

    /** A thread swaps a directory for a link to elsewhere and back, as fast as can be, while the tools are at work. */
    @Nested
    class A_race {

        private static final int ROUNDS = "long".equals(System.getProperty("carabiner.test.rounds")) ? 50_000 : 1500;

        private final AtomicBoolean over = new AtomicBoolean();

        private Thread swapping() throws IOException {
            Path place = directory.resolve("place");
            Path aside = directory.resolve("aside");
            Path link = directory.resolve("link");
            Files.createDirectory(place);
            Files.writeString(place.resolve("secret"), "public\n");
            return Thread.ofPlatform().start(() -> {
                while (!over.get()) {
                    try {
                        Files.createSymbolicLink(link, outside);
                        Files.move(place, aside, StandardCopyOption.ATOMIC_MOVE);
                        Files.move(link, place, StandardCopyOption.ATOMIC_MOVE);
                        Files.delete(place);
                        Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
                    } catch (AtomicMoveNotSupportedException e) {
                        throw new AssertionError(e);
                    } catch (IOException e) {
                        recover(place, aside, link);
                    }
                }
            });
        }

        /** A tool may have made the directory anew in the meantime. */
        private static void recover(Path place, Path aside, Path link) {
            try {
                Files.deleteIfExists(link);
                if (Files.isDirectory(aside)) {
                    if (Files.isSymbolicLink(place)) {
                        Files.delete(place);
                    }
                    if (Files.isDirectory(place)) {
                        try (Stream<Path> all = Files.walk(place)) {
                            for (Path each :
                                    all.sorted(Comparator.reverseOrder()).toList()) {
                                Files.deleteIfExists(each);
                            }
                        }
                    }
                    Files.move(aside, place);
                }
            } catch (IOException e) {
                // the next round tries again
            }
        }

        private interface Attempt {
            void run(int round) throws Exception;
        }

        /** How many went through. */
        private int attempts(Attempt attempt) throws Exception {
            Thread swapping = swapping();
            int done = 0;
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    try {
                        attempt.run(i);
                        done++;
                    } catch (FileRefusedException e) {
                        // it noticed
                    }
                }
            } finally {
                over.set(true);
                swapping.join();
            }
            return done;
        }

        @Test
        void cannot_make_a_read_leave() throws Exception {
            int done = attempts(round -> assertThat(
                            rig.run("Read", "file_path", "place/secret").output())
                    .doesNotContain("\tsecret"));

            assertThat(done).isPositive();
        }

        @Test
        void cannot_make_a_write_leave() throws Exception {
            int done = attempts(round ->
                    rig.run("Write", "file_path", "place/sub-" + round % 7 + "/file-" + round % 5, "content", "x"));

            assertThat(done).isPositive();
            assertOutsideUntouched();
        }

        @Test
        void cannot_make_an_edit_leave() throws Exception {
            int done = attempts(round -> rig.run("Write", "file_path", "place/secret", "content", "public " + round));

            assertThat(done).isPositive();
            assertOutsideUntouched();
        }

        @Test
        void cannot_make_a_search_leave() throws Exception {
            int done = attempts(round -> assertThat(rig.run("Grep", "pattern", "secret", "output_mode", "content")
                            .output())
                    .doesNotContain("secret:1:secret"));

            assertThat(done).isPositive();
        }
    }
}
