package dev.carabiner.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

    @TempDir
    Path directory;

    Path file;

    @BeforeEach
    void choose_a_file() {
        file = directory.resolve("file");
    }

    private void replace(String content) throws IOException {
        AtomicFile.replace(file, content.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void puts_a_file_of_its_owner_in_the_place_of_any_other() throws IOException {
        Files.writeString(file, "old and long");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        replace("new");

        assertThat(file).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void leaves_a_reader_of_the_old_file_with_its_content() throws IOException {
        replace("old");
        Path kept = Files.createLink(directory.resolve("kept"), file);

        replace("new");

        assertThat(kept).hasContent("old");
    }

    @Test
    void replaces_a_link_and_not_what_it_leads_to() throws IOException {
        Path elsewhere = Files.writeString(directory.resolve("elsewhere"), "old");
        Files.createSymbolicLink(file, elsewhere);

        replace("new");

        assertThat(elsewhere).hasContent("old");
        assertThat(file).isRegularFile().hasContent("new");
    }

    @Test
    void removes_what_a_process_that_died_has_left() throws IOException {
        Files.createSymbolicLink(directory.resolve(".file.new"), directory.resolve("elsewhere"));

        replace("new");

        assertThat(directory.toFile().list()).containsExactly("file");
    }

    @Test
    void leaves_the_old_file_alone_if_it_fails() throws IOException {
        Files.createDirectories(file.resolve("in the way"));

        assertThatThrownBy(() -> replace("new")).isInstanceOf(IOException.class);
        assertThat(directory.toFile().list()).containsExactly("file");
    }

    @Test
    void works_for_an_interrupted_thread_which_stays_interrupted() throws IOException {
        Thread.currentThread().interrupt();

        replace("new");

        assertThat(Thread.interrupted()).isTrue();
        assertThat(file).hasContent("new");
    }

    @Test
    void works_while_its_thread_is_interrupted_again_and_again() throws Exception {
        Thread writer = Thread.ofPlatform().start(() -> {
            try {
                for (int i = 0; i < 20; i++) {
                    replace("round " + i);
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        while (!writer.join(Duration.ofMillis(2))) {
            writer.interrupt();
        }

        assertThat(file).hasContent("round 19");
    }
}
