package dev.carabiner.guard.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProtectedPathsTest {

    private static final int FEW = 5;

    @TempDir
    private Path directory;

    private Path root;
    private ProtectedPaths secret;

    @BeforeEach
    void set_up() throws Exception {
        root = directory.toRealPath();
        Files.createDirectories(root.resolve("a/b/c"));
        secret = new ProtectedPaths(new PathWords(Workspace.at(root), List.of(root)), List.of("secret"), FEW);
    }

    @Test
    void what_lies_in_a_directory_is_found_at_any_depth() throws Exception {
        assertThat(secret.touchedBelow("a")).isNull();
        Path file = Files.createFile(root.resolve("a/b/c/SECRET"));
        assertThat(secret.touchedBelow("a")).isEqualTo(file);
        assertThat(secret.touchedBelow("?")).isEqualTo(file);
    }

    @Test
    void where_links_lead_is_not_in_it() throws Exception {
        Files.createDirectory(root.resolve("secret"));
        Files.createSymbolicLink(root.resolve("a/link"), root.resolve("secret"));
        assertThat(secret.touchedBelow("a")).isNull();
    }

    @Test
    void a_link_to_what_does_not_exist_yet_is_as_protected_as_that() throws Exception {
        Files.createSymbolicLink(root.resolve("a/link"), Path.of("../secret"));
        Files.createSymbolicLink(root.resolve("notes"), Path.of("a/link"));
        assertThat(secret.touched("notes")).isEqualTo(root.resolve("secret"));
        assertThat(secret.touched("a/b/../link")).isEqualTo(root.resolve("secret"));
        assertThat(secret.touched("a/other")).isNull();
    }

    @Test
    void a_directory_that_holds_too_much_may_hold_it() throws Exception {
        for (int i = 0; i <= FEW; i++) {
            Files.createFile(root.resolve("a/b/" + i));
        }
        assertThat(secret.touchedBelow("a")).isEqualTo(root.resolve("a"));
    }
}
