package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code carabiner run --foreign} and {@code carabiner trust --foreign}. */
@Timeout(120)
class ForeignHooksCommandsTest extends TypedCommands {

    @BeforeEach
    void writeHooks() throws Exception {
        Files.createDirectories(project.resolve(".claude/hooks"));
        Files.writeString(project.resolve(".claude/hooks/guard.sh"), "echo 'the project says no' >&2; exit 2\n");
        Files.writeString(project.resolve(".claude/settings.json"), """
                {"hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [
                  {"type": "command", "command": "bash \\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/guard.sh"}]}]}}
                """);
    }

    @Test
    void untold_or_untrusted_hooks_are_left_out_and_a_line_says_so() {
        assertThat(carabiner("run", "write a.txt: x\\n")).as(err()).isZero();
        assertThat(err())
                .contains("The hooks of .claude/settings.json are left out; take them along with --foreign claude");

        assertThat(carabiner("run", "--foreign", "claude", "write b.txt: x\\n"))
                .as(err())
                .isZero();
        assertThat(err()).contains("settings.json is not trusted, so its hooks are left out");
    }

    @Test
    void trusted_hooks_run_until_they_or_their_scripts_change() throws Exception {
        carabiner("trust", "--foreign", "claude");
        assertThat(out()).contains(".claude/settings.json", ".claude/hooks/guard.sh", "the project says no");
        Matcher digest = Pattern.compile("digest ([0-9a-f]{64})").matcher(out());
        assertThat(digest.find()).isTrue();
        assertThat(err()).contains("carabiner trust --foreign claude --yes " + digest.group(1));
        assertThat(trustUnattended(digest.group(1))).as(err()).isZero();

        assertThat(carabiner("run", "--foreign", "claude", "write a.txt: x\\n"))
                .as(err())
                .isEqualTo(3);
        assertThat(out()).contains("the project says no");
        assertThat(project.resolve("a.txt")).doesNotExist();

        Files.writeString(project.resolve(".claude/hooks/guard.sh"), "exit 0\n");
        assertThat(carabiner("run", "--foreign", "claude", "write a.txt: x\\n"))
                .as(err())
                .isZero();
        assertThat(err()).contains("has changed since it was trusted");
    }

    private int trustUnattended(String digest) {
        environment.put("CARABINER_TRUST_UNATTENDED", "1");
        return carabiner("trust", "--foreign", "claude", "--yes", digest);
    }

    @Test
    void a_dialect_that_nobody_knows_is_told() {
        assertThat(carabiner("run", "--foreign", "nonsense", "write a.txt: x\\n"))
                .isEqualTo(2);
        assertThat(err()).contains("there is no dialect \"nonsense\"; expected one of claude, codex");
    }
}
