package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.session.ToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SearchToolsTest {

    @TempDir
    private Path directory;

    private Rig rig;

    @BeforeEach
    void open() {
        rig = new Rig(directory);
    }

    private void given(String name, String content) throws Exception {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    @Nested
    class A_pattern {

        @Test
        void with_an_open_brace_or_a_flood_of_them_is_refused() {
            assertThatThrownBy(() -> rig.run("Glob", "pattern", "*.{a"))
                    .hasMessage("The pattern *.{a has a brace without its end");
            assertThatThrownBy(() -> rig.run("Glob", "pattern", "{a,b}".repeat(60)))
                    .hasMessageEndingWith("has more than 200 alternatives in braces");
        }
    }

    @Nested
    class Glob {

        @Test
        void gives_the_newest_first() throws Exception {
            given("old.txt", "");
            given("sub/new.txt", "");
            given("other.md", "");
            Files.setLastModifiedTime(directory.resolve("old.txt"), FileTime.from(Instant.EPOCH));

            assertThat(rig.run("Glob", "pattern", "**/*.txt").output()).isEqualTo("sub/new.txt\nold.txt\n");
            assertThat(rig.run("Glob", "pattern", "*.txt", "path", "sub").output())
                    .isEqualTo("sub/new.txt\n");
        }

        @Test
        void says_when_there_are_more() throws Exception {
            for (int i = 0; i < 103; i++) {
                given("f" + i, "");
            }

            ToolResult result = rig.run("Glob", "pattern", "*");

            assertThat(result.output())
                    .endsWith("[3 more; use a narrower pattern]\n")
                    .hasLineCount(101);
            assertThat(result.details().get("truncated")).isEqualTo(true);
        }

        @Test
        void leaves_out_the_insides_of_version_control() throws Exception {
            given(".git/objects/x", "");
            given(".github/x", "");

            assertThat(rig.run("Glob", "pattern", "**/x").output()).isEqualTo(".github/x\n");
        }
    }

    @Nested
    class Grep {

        @BeforeEach
        void write() throws Exception {
            given("a.txt", "one\nTwo\nthree\nfour\nfive\n");
            given("sub/b.md", "two\ntwo\n");
            Files.write(directory.resolve("bin"), new byte[] {'t', 'w', 'o', 0});
        }

        @Test
        void gives_paths_unless_told_otherwise() throws Exception {
            assertThat(rig.run("Grep", "pattern", "two").output()).isEqualTo("sub/b.md\n");
            assertThat(rig.run("Grep", "pattern", "two", "-i", true).output()).isEqualTo("a.txt\nsub/b.md\n");
            assertThat(rig.run("Grep", "pattern", "two", "output_mode", "count").output())
                    .isEqualTo("sub/b.md:2\n");
        }

        @Test
        void gives_lines_with_those_around_them() throws Exception {
            assertThat(rig.run("Grep", "pattern", "^t", "output_mode", "content", "-i", true, "path", "a.txt")
                            .output())
                    .isEqualTo("a.txt:2:Two\na.txt:3:three\n");
            assertThat(rig.run("Grep", "pattern", "four", "output_mode", "content", "-B", 1, "-A", 1, "-n", false)
                            .output())
                    .isEqualTo("a.txt-three\na.txt:four\na.txt-five\n");
            assertThat(rig.run("Grep", "pattern", "one|five", "output_mode", "content", "-C", 1)
                            .output())
                    .isEqualTo("a.txt:1:one\na.txt-2-Two\n--\na.txt-4-four\na.txt:5:five\n");
        }

        @Test
        void looks_only_where_it_is_told_to() throws Exception {
            assertThat(rig.run("Grep", "pattern", "w", "glob", "*.md").output()).isEqualTo("sub/b.md\n");
            assertThat(rig.run("Grep", "pattern", "w", "glob", "sub/*").output())
                    .isEqualTo("sub/b.md\n");
            assertThat(rig.run("Grep", "pattern", "w", "path", "sub").output()).isEqualTo("sub/b.md\n");
            assertThat(rig.run("Grep", "pattern", "w", "glob", "*.java").output())
                    .isEqualTo("Nothing found\n");
        }

        @Test
        void lets_a_match_span_lines_if_told_so() throws Exception {
            assertThat(rig.run("Grep", "pattern", "three.*five", "multiline", true, "output_mode", "content")
                            .output())
                    .isEqualTo("a.txt:3:three\na.txt:4:four\na.txt:5:five\n");
            assertThat(rig.run("Grep", "pattern", "three.*five").output()).isEqualTo("Nothing found\n");
        }

        @Test
        void stops_at_the_limit_and_says_so() throws Exception {
            ToolResult result = rig.run("Grep", "pattern", ".", "output_mode", "content", "head_limit", 2);

            assertThat(result.output())
                    .isEqualTo("a.txt:1:one\na.txt:2:Two\n[there is more; search for something narrower]\n");
            assertThat(result.details().get("truncated")).isEqualTo(true);
        }

        @Test
        void cuts_long_lines() throws Exception {
            given("long", "needle" + "x".repeat(1000));

            assertThat(rig.run("Grep", "pattern", "needle", "output_mode", "content")
                            .output())
                    .endsWith("xxx [506 more characters]\n");
        }

        @Test
        void says_what_is_wrong_with_an_expression() {
            assertThatThrownBy(() -> rig.run("Grep", "pattern", "a("))
                    .isInstanceOf(ToolInputException.class)
                    .hasMessageStartingWith("The pattern a( is no regular expression: ");
        }

        @Test
        void survives_an_expression_that_eats_the_stack() throws Exception {
            given("deep", "ab".repeat(1_000_000));

            assertThatThrownBy(() -> rig.run("Grep", "pattern", "^(a|b)*c"))
                    .hasMessage("The pattern is too complex; use a simpler one");
        }

        @Test
        void that_would_never_end_is_ended_by_an_interruption() throws Exception {
            given("slow", "a".repeat(60) + "!");
            CompletableFuture<ToolResult> result = new CompletableFuture<>();
            Thread thread = Thread.ofVirtual().start(() -> {
                try {
                    result.complete(rig.run("Grep", "pattern", "^(a+a+)+\\1b$"));
                } catch (Exception e) {
                    result.completeExceptionally(e);
                }
            });
            assertThat(thread.join(Duration.ofMillis(300))).isFalse();
            thread.interrupt();

            assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
        }
    }
}
