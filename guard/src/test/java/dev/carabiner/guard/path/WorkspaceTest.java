package dev.carabiner.guard.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {

    @TempDir
    private Path directory;

    private Path root;
    private Workspace workspace;

    @BeforeEach
    void set_up() throws Exception {
        root = directory.toRealPath();
        workspace = Workspace.at(directory);
        Files.createDirectories(root.resolve("a/b"));
        Files.createSymbolicLink(root.resolve("to-b"), Path.of("a/b"));
        Files.createSymbolicLink(root.resolve("to-to-b"), Path.of("to-b"));
        Files.createSymbolicLink(root.resolve("dead"), Path.of("missing"));
        Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
    }

    @Test
    void relative_paths_are_relative_to_the_workspace() throws Exception {
        assertThat(workspace.canonical("x.txt")).isEqualTo(root.resolve("x.txt"));
        assertThat(workspace.canonical("")).isEqualTo(root);
        assertThat(workspace.canonical("/x/../y")).isEqualTo(root.getRoot().resolve("y"));
    }

    @Test
    void links_are_resolved_also_in_front_of_what_does_not_exist_yet() throws Exception {
        assertThat(workspace.canonical("to-to-b/new/x.txt")).isEqualTo(root.resolve("a/b/new/x.txt"));
    }

    @Test
    void dot_dot_after_a_link_leaves_the_target_not_the_link() throws Exception {
        assertThat(workspace.canonical("to-b/../x.txt")).isEqualTo(root.resolve("a/x.txt"));
    }

    @Test
    void dot_dot_never_leaves_the_file_system() throws Exception {
        assertThat(workspace.canonical("../".repeat(50) + "x"))
                .isEqualTo(root.getRoot().resolve("x"));
    }

    @Test
    void a_directory_that_is_not_the_one_the_host_chose_is_followed_like_any_other() throws Exception {
        Path chosen = Files.createDirectory(root.resolve("chosen"));
        Path other = Files.createDirectory(root.resolve("other"));
        Workspace moved = Workspace.at(chosen);
        assertThat(moved.canonical("x")).isEqualTo(chosen.resolve("x"));

        Files.delete(chosen);
        Files.createSymbolicLink(chosen, other);

        assertThat(moved.canonical("x")).isEqualTo(other.resolve("x"));
        assertThat(moved.canonical("x/../y")).isEqualTo(other.resolve("y"));
    }

    @Test
    void a_path_that_leads_nobody_knows_where_is_an_error() {
        assertThatThrownBy(() -> workspace.canonical("dead")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> workspace.canonical("dead/x")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> workspace.canonical("loop/x")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> workspace.canonical("a\0b")).isInstanceOf(RuntimeException.class);
    }

    @Test
    void within_is_by_whole_names() {
        assertThat(Workspace.isWithin(Path.of("/etc/hosts"), Path.of("/etc"))).isTrue();
        assertThat(Workspace.isWithin(Path.of("/etc"), Path.of("/etc"))).isTrue();
        assertThat(Workspace.isWithin(Path.of("/ETC/hosts"), Path.of("/etc"))).isTrue();
        assertThat(Workspace.isWithin(Path.of("/etcetera"), Path.of("/etc"))).isFalse();
        assertThat(Workspace.isWithin(Path.of("/"), Path.of("/etc"))).isFalse();
    }

    @Test
    void names_that_some_file_system_takes_for_the_same_are_the_same() {
        assertThat(Workspace.hasName(Path.of("/a/Stra\u00DFe/b"), "STRASSE")).isTrue();
        assertThat(Workspace.hasName(Path.of("/a/caf\u00E9/b"), "cafe\u0301")).isTrue();
        assertThat(Workspace.hasName(Path.of("/a/.g\u200Cit/b"), ".git")).isTrue();
        assertThat(Workspace.hasName(Path.of("/a/.git/b"), "git")).isFalse();
    }
}
