package dev.carabiner.hooks.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What stands in the place of a file, or of a directory above it, when it is read after it was judged. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(30)
class SettledFileTest {

    @TempDir
    private Path temporary;

    private Path root;
    private Path file;

    @BeforeEach
    void makeFile() throws IOException {
        root = Files.createDirectory(temporary.toRealPath().resolve("root"));
        file = Files.createDirectories(root.resolve("a/b")).resolve("file.json");
        Files.writeString(file, "{}\n");
        Files.createDirectories(temporary.resolve("elsewhere/b"));
        Files.writeString(temporary.resolve("elsewhere/b/file.json"), "secret");
    }

    private void assertNotRead() {
        assertThatThrownBy(() -> SettledFile.text(root, file, 100)).isInstanceOf(FileSystemException.class);
    }

    @Test
    void is_read_if_it_is_still_the_same() throws Exception {
        assertThat(SettledFile.text(root, file, 3)).isEqualTo("{}\n");
    }

    @Test
    void is_not_read_through_a_link_in_its_own_place() throws Exception {
        Files.delete(file);
        Files.createSymbolicLink(file, temporary.resolve("elsewhere/b/file.json"));
        assertNotRead();
    }

    @Test
    void is_not_read_through_a_link_in_the_place_of_a_directory() throws Exception {
        Files.move(root.resolve("a"), root.resolve("moved"));
        Files.createSymbolicLink(root.resolve("a"), temporary.resolve("elsewhere"));
        assertNotRead();
    }

    @Test
    void is_not_waited_for_if_it_or_a_directory_has_become_a_pipe() throws Exception {
        Files.delete(file);
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        assertNotRead();

        Files.move(root.resolve("a"), root.resolve("moved"));
        assertThat(new ProcessBuilder("mkfifo", root.resolve("a").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertNotRead();
    }

    @Test
    void is_not_read_if_it_is_too_large_gone_or_no_text() throws Exception {
        assertThatThrownBy(() -> SettledFile.text(root, file, 2)).hasMessageContaining("more than 2 bytes");
        Files.write(file, new byte[] {(byte) 0xff});
        assertThatThrownBy(() -> SettledFile.text(root, file, 100)).isInstanceOf(CharacterCodingException.class);
        Files.delete(file);
        assertNotRead();
    }
}
