package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.session.HookConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the guard asks about, lets pass and can be told. */
class ShellGuardQuestionsTest {

    @TempDir
    private Path directory;

    private Rehearsal guarded(Object... settings) throws Exception {
        return new Rehearsal(directory, new ShellGuard(), settings);
    }

    @Nested
    class Asks {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "git push --force",
                    "git push -f origin main",
                    "git push origin +main",
                    "git push --forc",
                    "git -C x push --force",
                    "git push --mirror",
                    "ls && git push -uf origin",
                })
        void about_a_forced_push(String command) throws Exception {
            Rehearsal rehearsal = guarded();
            assertThat(rehearsal.run(command)).startsWith("User denied: Run this command (it would overwrite");
            assertThat(rehearsal.asked).singleElement().satisfies(request -> {
                assertThat(request.prompt()).endsWith(command);
                assertThat(request.options()).containsExactly("Allow once", "Allow always", "Deny");
            });
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "cat ~/.carabiner/tokens",
                    "tail -n 1 ~/.carabiner/webhooks.yaml",
                    "base64 ~/.carabiner/pager.secret",
                })
        void about_what_lets_others_into_the_console_or_signs_its_webhooks(String command) throws Exception {
            assertThat(guarded().run(command)).contains("it would read keys, credentials or tokens");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "git log 'x",
                    "git log ${x@P}",
                    "$x",
                    "eval \"$x\"",
                    "sh -c ls",
                    "env -C x ls",
                    "bash",
                    "echo bHM= | base64 -d | sh",
                    "echo id | bash /dev/stdin",
                    "python3 -c 'import one; one.two()'",
                    "python3.12 -cprint",
                    "node -e 'one()'",
                    "node --eval=1",
                    "perl -pe one x",
                    "git -c core.pager=x log",
                    "export PATH=x",
                    "alias ls=x",
                    ". ./x",
                    "ls\rid",
                    "l\u200bs",
                    "ls \u202Ex",
                    "some-program of-which nothing-is known",
                    "git${IFS}log",
                    "eval ls",
                    "r\"\"m a.txt",
                    "x=ls; $x",
                    "bash <<< ls",
                })
        void about_what_cannot_be_read_and_only_for_once(String command) throws Exception {
            Rehearsal rehearsal = guarded();
            assertThat(rehearsal.run(command)).startsWith("User denied: Run this command (it ");
            assertThat(rehearsal.asked.getFirst().options()).containsExactly("Allow once", "Deny");
        }

        @Test
        void nobody_where_the_setting_says_deny() throws Exception {
            Rehearsal rehearsal = guarded("unclear", "deny");
            assertThat(rehearsal.run("eval $x"))
                    .startsWith("It is not clear what this command runs; write it in plain");
            assertThat(rehearsal.asked).isEmpty();
        }

        @Test
        void and_silence_is_a_no() throws Exception {
            HookConfig config = HookConfig.of(EventData.of("answer_within", "50ms"));
            Rehearsal rehearsal = new Rehearsal(
                    directory,
                    request -> {
                        Thread.sleep(Duration.ofMinutes(1));
                        return "Allow";
                    },
                    new ShellGuard(),
                    config);
            assertThat(rehearsal.run("git push --force")).startsWith("Approval timeout - denied by default");
        }
    }

    @Nested
    class LetsPass {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "ls",
                    "ls -la *.txt",
                    "rm -rf build",
                    "rm -rf build/*",
                    "rm x",
                    "rm -r ./target/classes",
                    "echo 'rm -rf /'",
                    "git commit -m 'never rm -rf /'",
                    "git commit -m \"two\n\nlines\"",
                    "grep -rn 'curl x | sh' docs",
                    "curl -fsSL -o install.sh https://example.org/i.sh",
                    "curl https://example.org/data.json | grep bash",
                    "git push",
                    "git push --force-with-lease",
                    "git push -u origin main",
                    "npm test 2>&1 | tail -5",
                    "make >/dev/null 2>&1",
                    "make &> build.log",
                    "echo x > out.txt",
                    "sort < in.txt > out.txt",
                    "python3 build.py --fast",
                    "bash -n script.sh",
                    "bash script.sh",
                    "node --check x.js",
                    "find . -name '*.java'",
                    "dd if=/dev/zero of=image.bin count=1",
                    "cat /dev/null",
                    "mvn -q -o test -Dtest=Some",
                    "echo gr\u00fc\u00dfe",
                    "git log $IFS",
                    "echo $x",
                    "echo \"$(id)\"",
                    "echo `id`",
                    "echo $((1))",
                    "cat <<EOF\nx\nEOF",
                    "cat <<< x",
                    "ls {a,b}",
                    "ls # x",
                    "ls \\; x",
                    "A=b ls",
                    "find . -exec ls {} +",
                    "for i in a; do ls; done",
                    "f() { ls; }",
                    "",
                })
        void what_is_plain_and_harmless(String command) throws Exception {
            Rehearsal rehearsal = guarded();
            assertThat(rehearsal.run(command)).isEqualTo("permitted");
            assertThat(rehearsal.asked).isEmpty();
        }

        @Test
        void other_tools() throws Exception {
            assertThat(guarded().call("Read", "file_path", "rm -rf /")).isEqualTo("permitted");
        }
    }

    @Nested
    class Settings {

        @Test
        void deny_finds_the_command_wherever_it_is_and_names_the_correction() throws Exception {
            Rehearsal rehearsal =
                    guarded("deny", List.of("npm publish * => npm publish --dry-run", "terraform destroy *"));
            for (String command :
                    List.of("npm publish", "sudo npm publish", "npm pub'lish'", "npm $x", "ls;npm publish")) {
                assertThat(rehearsal.run(command))
                        .as(command)
                        .isEqualTo("This command might run \"npm publish *\", which is not allowed here;"
                                + " use `npm publish --dry-run` instead");
            }
            assertThat(rehearsal.run("terraform destroy"))
                    .contains("\"terraform destroy *\"")
                    .doesNotContain("instead");
            assertThat(rehearsal.run("npm test")).isEqualTo("permitted");
        }

        @Test
        void a_rule_does_not_deny_what_it_proposes_itself() throws Exception {
            Rehearsal rehearsal = guarded(
                    "deny", List.of("npm publish * => npm publish --dry-run", "git push * => git push --dry-run"));
            assertThat(rehearsal.run("npm publish --dry-run")).doesNotContain("which is not allowed here");
            assertThat(rehearsal.run("git push --dry-run")).isEqualTo("permitted");
            assertThat(rehearsal.run("npm publish --dry-run; npm publish")).contains("which is not allowed here");
            assertThat(rehearsal.run("npm pub")).contains("which is not allowed here");
        }

        @Test
        void with_allow_all_else_is_asked_and_each_command_must_be_allowed_on_its_own() throws Exception {
            Rehearsal rehearsal = guarded("allow", List.of("git log *", "ls *"));
            for (String command : List.of("git log", "git log --oneline -5", "ls", "ls 'a b' | git log", "ls; ls")) {
                assertThat(rehearsal.run(command)).as(command).isEqualTo("permitted");
            }
            for (String command : List.of(
                    "git logout",
                    "git log && rm x",
                    "git log; id",
                    "git log > x",
                    "git log --output=x",
                    "git log $x",
                    "git log *",
                    "cat x",
                    "ls | xargs ls",
                    "git -c a=b log")) {
                assertThat(rehearsal.run(command)).as(command).startsWith("User denied: ");
            }
        }

        @Test
        void a_deny_beats_an_ask_and_an_ask_an_allow() throws Exception {
            Rehearsal rehearsal = guarded(
                    "allow", List.of("git push *", "rm *"),
                    "ask", List.of("git push --tags"),
                    "deny", List.of("git push origin"));
            assertThat(rehearsal.run("git push")).isEqualTo("permitted");
            assertThat(rehearsal.run("git push --tags")).startsWith("User denied: ");
            assertThat(rehearsal.run("git push --tags origin"))
                    .startsWith("This command might run \"git push origin\"");
            assertThat(rehearsal.run("git push --force")).startsWith("User denied: ");
            assertThat(rehearsal.run("rm -rf /")).startsWith("This command would reach everything");
        }

        @Test
        void that_make_no_sense_are_refused_when_it_is_mounted() {
            assertThatThrownBy(() -> guarded("deny", List.of("a | b")))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageStartingWith("The setting deny of shell-guard is \"a | b\"");
            assertThatThrownBy(() -> guarded("allow", List.of("env *")))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageStartingWith("The setting allow of shell-guard is \"env *\"");
            assertThatThrownBy(() -> guarded("unclear", "allow"))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessage("The setting unclear of shell-guard is \"allow\"; expected ask or deny");
        }
    }
}
