package dev.carabiner.guard.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.guard.line.Arg;
import dev.carabiner.guard.line.ShellReader;
import dev.carabiner.guard.program.Effects.Weight;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The world of options is closed: what is not named is asked about. */
class UnknownOptionTest {

    @Nested
    class Nothing_is_known_of {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "cat --frob a.txt",
                    "cat --frob=/etc/x a.txt",
                    "cat -nJ a.txt",
                    "ls -lJ",
                    "git log --frob",
                    "git --frob log",
                    "git --frob log -h",
                    "grep --max-count --frob x a.txt",
                    "find . -frob",
                    "tar -c --frob=x -f a.tar src",
                    "awk --prof=out '{print}' a.txt",
                    "cpio --fil=out -t",
                    "head --line 5 a.txt",
                    "ls --all=/etc/x",
                    "npm test --frob",
                    "grep -rn --frob x src"
                })
        void an_option_that_neither_the_row_nor_the_list_names(String line) {
            assertThat(weight(line)).isEqualTo(Weight.UNKNOWN);
        }

        @ParameterizedTest
        @ValueSource(strings = {"git stash frob", "lerna frob", "wp site empty", "cargo frob", "uv frob"})
        void a_subcommand_without_a_row(String line) {
            assertThat(weight(line)).isEqualTo(Weight.UNKNOWN);
        }
    }

    @Nested
    class Known {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "ls -la --color=auto",
                    "head -20 a.txt",
                    "head -n20 a.txt",
                    "git --no-pager log --oneline -5",
                    "grep -rn x src",
                    "find . -name '*.java' -type f",
                    "find . -name x -exec grep -lZ --color=never x {} ;",
                    "wc --help",
                    "git log -h",
                    "xargs -0 grep -l x",
                    "timeout 5 ls -la",
                    "python3 -m mypkg.cli --frob",
                    "java -jar app.jar --frob"
                })
        void is_what_is_listed_and_what_belongs_to_another_command(String line) {
            assertThat(why(line)).doesNotContain("option");
        }

        @Test
        void is_an_operand_behind_two_dashes() {
            assertThat(weight("cat -- --frob")).isEqualTo(Weight.KNOWN);
        }
    }

    @Nested
    class A_value {

        @Test
        void of_a_listed_option_is_no_operand() {
            assertThat(first("grep --max-count 3 x a.txt").reads().stream().map(Arg::text))
                    .containsExactly("a.txt");
        }

        @Test
        void ends_a_cluster() {
            assertThat(weight("head -qn5 a.txt")).isEqualTo(Weight.KNOWN);
        }
    }

    @Test
    void what_the_row_says_is_dangerous_wins() {
        assertThat(first("sort -o out.txt a.txt").writes().stream().map(Arg::text))
                .containsExactly("out.txt");
        assertThat(weight("sort --compress-prog=sh a.txt")).isEqualTo(Weight.ASKED);
    }

    @Test
    void help_whitewashes_nothing_that_is_run() {
        assertThat(first("python3 -m x --help").weight()).isEqualTo(Weight.UNKNOWN);
        assertThat(first("cat --frob --help").weight()).isEqualTo(Weight.UNKNOWN);
    }

    @Test
    void a_row_that_is_asked_about_lets_go_only_what_is_known() {
        assertThat(weight("git clean -n")).isEqualTo(Weight.KNOWN);
        assertThat(weight("git clean -n --frob")).isEqualTo(Weight.ASKED);
    }

    @Test
    void the_question_names_the_program_and_the_option() {
        assertThat(why("cat --frob=1 a.txt")).isEqualTo("gives cat the option --frob, of which nothing is known");
        assertThat(why("git log --frob")).contains("git log", "--frob");
    }

    @Test
    void an_unknown_option_leaves_the_line_clear() {
        LineEffects line = line("cat --frob a.txt");
        assertThat(line.isClear()).isTrue();
        assertThat(line.all().getFirst().isOpaque()).isFalse();
        assertThat(first("no-such-program a.txt").isOpaque()).isTrue();
    }

    private static Weight weight(String line) {
        return line(line).all().stream()
                .map(Effects::weight)
                .max(Weight::compareTo)
                .orElseThrow();
    }

    private static String why(String line) {
        return String.join(" ", line(line).all().stream().map(Effects::why).toList());
    }

    private static Effects first(String line) {
        return line(line).all().getFirst();
    }

    private static LineEffects line(String line) {
        ShellReader reader = new ShellReader(
                Path.of("/work"), "/home/dev", ProgramTable.standard().outputs());
        List<Effects> all =
                LineEffects.of(line, reader, ProgramTable.standard()).all();
        assertThat(all).isNotEmpty();
        return LineEffects.of(line, reader, ProgramTable.standard());
    }
}
