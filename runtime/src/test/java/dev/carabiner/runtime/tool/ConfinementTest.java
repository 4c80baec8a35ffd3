package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.guard.path.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class ConfinementTest extends Confined {

    @Nested
    class A_path_that_leads_out {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "../outside/secret",
                    "sub/../../outside/secret",
                    "../work/../outside/secret",
                    "link/secret",
                    "chain/secret",
                    "file-link",
                    "in/../../outside/secret",
                    "/etc/hostname",
                    "/proc/self/environ",
                    "~/secret",
                    "..",
                    "/"
                })
        void is_refused(String path) throws Exception {
            Files.createDirectory(directory.resolve("sub"));
            Files.createSymbolicLink(directory.resolve("link"), outside);
            Files.createSymbolicLink(directory.resolve("chain"), Path.of("link"));
            Files.createSymbolicLink(directory.resolve("file-link"), outside.resolve("secret"));
            Files.createSymbolicLink(directory.resolve("in"), Path.of("sub"));

            assertRefused("Read", "file_path", path);
            assertRefused("Write", "file_path", path, "content", "x");
            assertRefused("Edit", "file_path", path, "old_string", "secret", "new_string", "x");
            assertRefused("Grep", "pattern", "secret", "path", path);
            assertRefused("Glob", "pattern", "**", "path", path);
            assertOutsideUntouched();
        }

        @Test
        void by_its_full_name_says_where_it_may_go() throws Exception {
            assertThatThrownBy(() -> rig.run(
                            "Read", "file_path", outside.resolve("secret").toString()))
                    .hasMessage(
                            outside.resolve("secret") + " is outside the working directory " + directory.toRealPath());
        }

        @Test
        void may_do_so_only_if_it_comes_back() throws Exception {
            rig.run("Write", "file_path", "../work/a", "content", "x");
            rig.run("Write", "file_path", directory.resolve("b").toString(), "content", "y");

            assertThat(directory.resolve("a")).hasContent("x");
            assertThat(directory.resolve("b")).hasContent("y");
        }

        @Test
        void with_the_same_beginning_is_not_inside() throws Exception {
            Path neighbour = Files.createDirectory(around.resolve("work-2"));
            Files.writeString(neighbour.resolve("x"), "x");

            assertRefused("Read", "file_path", "../work-2/x");
        }
    }

    @Nested
    class A_link {

        @Test
        void that_stays_inside_is_followed_and_stays_a_link() throws Exception {
            Files.createDirectory(directory.resolve("real"));
            Files.createSymbolicLink(directory.resolve("alias"), Path.of("real"));
            Files.writeString(directory.resolve("real/a"), "old");
            Files.createSymbolicLink(directory.resolve("to-a"), Path.of("alias/a"));

            rig.run("Write", "file_path", "to-a", "content", "new");
            rig.run("Write", "file_path", "alias/b/c", "content", "x");

            assertThat(directory.resolve("real/a")).hasContent("new");
            assertThat(directory.resolve("real/b/c")).hasContent("x");
            assertThat(directory.resolve("to-a")).isSymbolicLink();
        }

        @Test
        void that_leads_nowhere_is_refused() throws Exception {
            Files.createSymbolicLink(directory.resolve("dead"), outside.resolve("new"));
            Files.createSymbolicLink(directory.resolve("loop"), Path.of("loop"));

            assertThatThrownBy(() -> rig.run("Write", "file_path", "dead", "content", "x"))
                    .hasMessage("dead cannot be reached: is a link that leads nowhere");
            assertRefused("Write", "file_path", "dead/x", "content", "x");
            assertRefused("Read", "file_path", "loop");
            assertRefused("Write", "file_path", "loop/x", "content", "x");
            assertOutsideUntouched();
        }

        @Test
        void is_not_followed_by_a_search() throws Exception {
            Files.createSymbolicLink(directory.resolve("link"), outside);
            Files.createSymbolicLink(directory.resolve("file"), outside.resolve("secret"));

            assertThat(rig.run("Grep", "pattern", "secret").output()).isEqualTo("Nothing found\n");
            assertThat(rig.run("Glob", "pattern", "**/*").output()).isEqualTo("No file matches\n");
        }

        @Test
        void in_place_of_the_workspace_itself_is_refused() throws Exception {
            Files.move(directory, around.resolve("moved"));
            Files.createSymbolicLink(directory, outside);

            assertRefused("Read", "file_path", "secret");
            assertRefused("Write", "file_path", "new", "content", "x");
            assertRefused("Bash", "command", "touch new");
            assertOutsideUntouched();
        }
    }

    @Nested
    class What_governs_the_agent {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    ".carabiner/bundle.yaml",
                    ".carabiner",
                    "sub/.carabiner/hooks/x",
                    ".CARABINER/bundle.yaml",
                    ".Carabiner/x",
                    ".cara\u200Bbiner/x",
                    ".carab\u0131ner/../.carabiner/x",
                    "\uFF0Ecarabiner/x",
                    ".carabiner./x",
                    ".carabiner /x",
                    ".carabiner::$INDEX_ALLOCATION/x",
                    "x/../.carabiner/rules.json",
                    ".git/hooks/pre-commit",
                    ".git/config",
                    ".GIT/config",
                    ".git",
                    "sub/.git/hooks/post-checkout",
                    ".git/modules/x/config"
                })
        void is_never_written(String path) throws Exception {
            assertRefused("Write", "file_path", path, "content", "x");
            assertRefused("Edit", "file_path", path, "old_string", "", "new_string", "x");
            assertRefused("Write", "file_path", directory.resolve(path).toString(), "content", "x");
            try (Stream<Path> all = Files.list(directory)) {
                assertThat(all).isEmpty();
            }
        }

        @Test
        void is_not_written_through_a_link_either() throws Exception {
            Files.createDirectory(directory.resolve(".carabiner"));
            Files.createSymbolicLink(directory.resolve("innocent"), Path.of(".carabiner"));

            assertRefused("Write", "file_path", "innocent/bundle.yaml", "content", "x");
            assertThat(directory.resolve(".carabiner")).isEmptyDirectory();
        }

        @Test
        void may_be_named_by_the_host() throws Exception {
            Files.writeString(directory.resolve("my.yaml"), "bundle");
            Workspace closed = rig.workspace.closing(List.of(Path.of("my.yaml"), directory.resolve("later")));

            assertThat(closed.isClosed("My.yaml", closed.canonical("My.yaml"))).isTrue();
            assertThat(closed.isClosed("later/x", closed.canonical("later/x"))).isTrue();
            assertThat(closed.isClosed("other.yaml", closed.canonical("other.yaml")))
                    .isFalse();
        }

        @Test
        void does_not_extend_to_names_that_only_look_alike() throws Exception {
            for (String path : List.of(".gitignore", ".github/workflows/ci.yml", "carabiner/x", ".carabiner-notes")) {
                rig.run("Write", "file_path", path, "content", "x");
                assertThat(directory.resolve(path)).hasContent("x");
            }
        }

        @Test
        void can_be_read() throws Exception {
            Files.createDirectory(directory.resolve(".carabiner"));
            Files.writeString(directory.resolve(".carabiner/bundle.yaml"), "bundle");

            assertThat(rig.run("Read", "file_path", ".carabiner/bundle.yaml").output())
                    .contains("bundle");
        }
    }

    @Nested
    class Hard_names {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "with space",
                    "-rf",
                    "new\nline",
                    "quote\"'`$(x)",
                    "ünï/cødé",
                    "😀",
                    "a\\b",
                    "...",
                    "*?[x]{y}",
                    "CON",
                    "a:b"
                })
        void are_names_like_others(String name) throws Exception {
            rig.run("Write", "file_path", name, "content", "x\n");

            assertThat(rig.run("Read", "file_path", name).output()).isEqualTo("     1\tx\n");
            assertThat(Files.readString(directory.resolve(name))).isEqualTo("x\n");
        }

        @Test
        void that_are_none_are_refused() {
            assertRefused("Write", "file_path", "a\0b", "content", "x");
            assertRefused("Read", "file_path", "x".repeat(300));
            assertRefused("Write", "file_path", "x".repeat(300), "content", "x");
            assertRefused("Write", "file_path", "a/".repeat(1000) + "x".repeat(300), "content", "x");
        }
    }
}
