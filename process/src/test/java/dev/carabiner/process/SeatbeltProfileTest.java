package dev.carabiner.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The text that macOS is given. There a later rule beats an earlier one, so the rules are read here in the same way: what the
 * last rule that covers a path says of an operation.
 */
class SeatbeltProfileTest {

    private static final Path HOME = Path.of("/Users/ann");
    private static final Path WORK = HOME.resolve("work");

    @TempDir
    private Path temporary;

    private Confinement confinement;

    @BeforeEach
    void confine() {
        confinement = new Confinement(
                new Seatbelt(Path.of("/usr/bin/sandbox-exec")),
                WORK,
                List.of(Path.of("/opt/opened")),
                List.of(WORK.resolve(".git/hooks"), WORK.resolve(".carabiner")),
                List.of(HOME),
                Map.of(HOME.resolve(".sdkman"), HOME.resolve(".sdkman")),
                Map.of(HOME.resolve(".m2"), HOME.resolve("Library/Caches/carabiner/.m2")),
                Network.ON,
                SandboxLimits.DEFAULT);
    }

    /** One rule: {@code (allow file-read* (subpath "/x"))}. */
    private record Rule(boolean allowed, List<String> operations, String filter) {

        boolean covers(String operation, Path path) {
            boolean meant = operations.stream()
                    .anyMatch(it -> it.equals(operation)
                            || (it.endsWith("*") && operation.startsWith(it.substring(0, it.length() - 1))));
            if (!meant || filter.isEmpty()) {
                return meant;
            }
            String place = filter.replaceAll("^\\((?:subpath|literal) \"(.*)\"\\)$", "$1");
            return filter.startsWith("(literal")
                    ? path.equals(Path.of(place))
                    : filter.startsWith("(subpath") && path.startsWith(place);
        }
    }

    private static List<Rule> rules(String profile) {
        List<Rule> rules = new ArrayList<>();
        for (String line : profile.lines().skip(1).toList()) {
            String inner = line.substring(1, line.length() - 1);
            int filter = inner.indexOf('(');
            List<String> words = List.of(
                    (filter < 0 ? inner : inner.substring(0, filter)).strip().split(" "));
            rules.add(new Rule(
                    words.getFirst().equals("allow"),
                    words.subList(1, words.size()),
                    filter < 0 ? "" : inner.substring(filter)));
        }
        return rules;
    }

    private boolean allows(String operation, Path path) throws IOException {
        boolean allowed = true;
        for (Rule rule : rules(SeatbeltProfile.of(confinement))) {
            if (rule.operations().equals(List.of("default")) || rule.covers(operation, path)) {
                allowed = rule.allowed();
            }
        }
        return allowed;
    }

    @Nested
    class A_path {

        @Test
        void of_the_workspace_is_written_and_what_is_protected_in_it_only_read() throws Exception {
            assertThat(allows("file-write-data", WORK.resolve("src/a"))).isTrue();
            assertThat(allows("file-write-data", WORK.resolve(".git/hooks/pre-commit")))
                    .isFalse();
            assertThat(allows("file-write-create", WORK.resolve(".carabiner/bundle.yaml")))
                    .isFalse();
            assertThat(allows("file-read-data", WORK.resolve(".git/hooks/pre-commit")))
                    .isTrue();
        }

        @Test
        void of_the_home_directory_is_hidden_but_for_toolchains_and_caches() throws Exception {
            assertThat(allows("file-read-data", HOME.resolve(".ssh/id_rsa"))).isFalse();
            assertThat(allows("file-read-data", HOME.resolve(".sdkman/bin/java")))
                    .isTrue();
            assertThat(allows("file-write-data", HOME.resolve(".sdkman/bin/java")))
                    .isFalse();
            assertThat(allows("file-write-data", HOME.resolve("Library/Caches/carabiner/.m2/x")))
                    .isTrue();
        }

        @Test
        void anywhere_else_is_read_and_not_written_unless_it_was_opened() throws Exception {
            assertThat(allows("file-read-data", Path.of("/usr/bin/git"))).isTrue();
            assertThat(allows("file-write-data", Path.of("/usr/local/bin/git"))).isFalse();
            assertThat(allows("file-write-data", Path.of("/opt/opened/file"))).isTrue();
            assertThat(allows("file-write-data", Path.of("/dev/null"))).isTrue();
            assertThat(allows("file-write-data", Path.of("/dev/disk0"))).isFalse();
        }

        @Test
        void with_a_quote_or_a_backslash_ends_no_string_and_one_with_a_line_end_is_refused() throws Exception {
            Path odd = temporary.resolve("a\") (allow default) (\\x");
            String profile = SeatbeltProfile.of(confinement.protecting(List.of(odd)));

            assertThat(profile).contains("a\\\") (allow default) (\\\\x\"");
            assertBalanced(profile);
            assertThatThrownBy(
                            () -> SeatbeltProfile.of(confinement.protecting(List.of(Path.of("/a\n(allow default)")))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("control character");
        }

        @Test
        void that_is_a_file_is_named_literally_and_a_directory_with_all_that_is_below() throws Exception {
            Path file = Files.writeString(temporary.resolve("file"), "x");
            String profile = SeatbeltProfile.of(confinement.protecting(List.of(file, temporary)));

            assertThat(profile)
                    .contains("(deny file-write* (literal \"" + file + "\"))")
                    .contains("(deny file-write* (subpath \"" + temporary + "\"))");
        }
    }

    @Test
    void other_processes_are_not_signalled_or_looked_into() throws Exception {
        assertThat(SeatbeltProfile.of(confinement))
                .startsWith("(version 1)\n(allow default)\n(deny file-write*)\n")
                .contains("(deny signal (target others))", "(deny process-info* (target others))")
                .contains("(deny mach-priv-task-port)", "(deny file-write-setugid)");
    }

    @Test
    void the_network_is_as_wide_as_the_session_says() throws Exception {
        assertThat(SeatbeltProfile.of(confinement)).doesNotContain("network");
        assertThat(SeatbeltProfile.of(confinement.network(Network.OFF))).endsWith("(deny network*)\n");
        assertThat(SeatbeltProfile.of(confinement.network(Network.LOOPBACK)))
                .contains("(deny network*)\n(allow network* (local ip \"localhost:*\"))\n")
                .endsWith("(allow network* (remote ip \"localhost:*\"))\n");
    }

    @Test
    void the_words_are_the_program_the_profile_and_the_command() throws Exception {
        assertThat(confinement.sandbox().words(confinement, WORK, List.of("/bin/ls", "-l")))
                .containsExactly("/usr/bin/sandbox-exec", "-p", SeatbeltProfile.of(confinement), "/bin/ls", "-l");
        assertBalanced(SeatbeltProfile.of(confinement));
    }

    /** Every parenthesis outside of a string is closed, and every string too. */
    private static void assertBalanced(String profile) {
        Deque<Integer> open = new ArrayDeque<>();
        boolean quoted = false;
        for (int i = 0; i < profile.length(); i++) {
            char at = profile.charAt(i);
            if (at == '\\' && quoted) {
                i++;
            } else if (at == '"') {
                quoted = !quoted;
            } else if (!quoted && at == '(') {
                open.push(i);
            } else if (!quoted && at == ')') {
                open.pop();
            }
        }
        assertThat(open).isEmpty();
        assertThat(quoted).isFalse();
    }
}
