package dev.carabiner.guard.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathResolverTest {

    @TempDir
    private Path directory;

    private Path root;

    @BeforeEach
    void set_up() throws Exception {
        root = directory.toRealPath();
        Files.createDirectories(root.resolve("a/b"));
        Files.writeString(root.resolve("a/file"), "x");
        Files.createSymbolicLink(root.resolve("to-file"), Path.of("a/file"));
        Files.createSymbolicLink(root.resolve("dead"), Path.of("a/missing"));
        Files.createSymbolicLink(root.resolve("to-dead"), root.resolve("dead"));
        Files.createSymbolicLink(root.resolve("here"), Path.of("there"));
        Files.createSymbolicLink(root.resolve("there"), Path.of("here"));
    }

    private ResolvedPath resolved(String path) throws IOException {
        return new PathResolver().resolve(root.resolve(path));
    }

    @Test
    void what_is_there_has_one_place_and_no_doubts() throws Exception {
        assertThat(resolved("a/./b/../file")).isEqualTo(new ResolvedPath(root.resolve("a/file"), false, false, false));
        assertThat(resolved("to-file")).isEqualTo(new ResolvedPath(root.resolve("a/file"), false, false, false));
    }

    @Test
    void a_link_to_nowhere_leads_to_where_it_points() throws Exception {
        assertThat(resolved("dead")).isEqualTo(new ResolvedPath(root.resolve("a/missing"), true, false, false));
        assertThat(resolved("to-dead/x/y"))
                .isEqualTo(new ResolvedPath(root.resolve("a/missing/x/y"), true, false, false));
    }

    @Test
    void going_up_from_nothing_and_on_behind_a_file_is_doubtful() throws Exception {
        assertThat(resolved("new/../a/b")).isEqualTo(new ResolvedPath(root.resolve("a/b"), false, true, false));
        assertThat(resolved("a/file/../b")).isEqualTo(new ResolvedPath(root.resolve("a/b"), false, false, true));
        assertThat(resolved("a/file/x").throughFile()).isTrue();
        assertThat(resolved("to-file/..")).isEqualTo(new ResolvedPath(root.resolve("a"), false, false, true));
    }

    @Test
    void a_circle_of_links_and_a_path_from_nowhere_are_errors() {
        assertThatThrownBy(() -> resolved("here/x")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> new PathResolver().resolve(Path.of("a"))).isInstanceOf(IOException.class);
    }

    @Test
    void what_was_seen_is_not_looked_at_again_in_the_same_judgement() throws Exception {
        PathResolver judgement = new PathResolver();
        assertThat(judgement.resolve(root.resolve("to-file")).place()).isEqualTo(root.resolve("a/file"));

        Files.delete(root.resolve("to-file"));
        Files.createSymbolicLink(root.resolve("to-file"), Path.of("a/b"));

        assertThat(judgement.resolve(root.resolve("to-file")).place()).isEqualTo(root.resolve("a/file"));
        assertThat(resolved("to-file").place()).isEqualTo(root.resolve("a/b"));
    }
}
