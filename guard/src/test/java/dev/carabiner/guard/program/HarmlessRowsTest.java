package dev.carabiner.guard.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.guard.program.HarmlessOptions.Form;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The file of harmless options agrees with the table of programs, and each of its lines says what it means. */
class HarmlessRowsTest {

    private static final HarmlessRows FILE = HarmlessRows.standard();
    private static final ProgramRows TABLE = ProgramRows.standard();
    private static final Pattern TOKEN = Pattern.compile("-#|\\*|--?[^\\s*=?]+[=?*]?|-\\?");

    static Stream<String> keys() {
        return FILE.keys().stream().sorted();
    }

    @Nested
    class Of_each_key {

        static Stream<String> keys() {
            return HarmlessRowsTest.keys();
        }

        @ParameterizedTest
        @MethodSource("keys")
        void the_table_has_a_row(String key) {
            assertThat(TABLE.keys()).contains(key);
        }

        @ParameterizedTest
        @MethodSource("keys")
        void every_token_is_well_formed_and_stands_there_once(String key) {
            List<String> tokens = FILE.tokensOf(key);
            assertThat(tokens).doesNotHaveDuplicates().allMatch(Of_each_key::isWellFormed);
        }

        @ParameterizedTest
        @MethodSource("keys")
        void an_option_is_written_in_one_form(String key) {
            List<String> names = FILE.tokensOf(key).stream()
                    .filter(it -> it.startsWith("-") && it.length() > 2 && !it.endsWith("*"))
                    .map(it -> it.replaceFirst("[=?]$", ""))
                    .toList();
            assertThat(names).doesNotHaveDuplicates();
        }

        @ParameterizedTest
        @MethodSource("keys")
        void no_option_of_the_row_that_matters_is_said_to_be_harmless(String key) {
            Program row = Objects.requireNonNull(TABLE.get(key));
            HarmlessOptions harmless = FILE.of(key);
            row.options().forEach((option, kind) -> {
                if (!kind.isHarmless() && option.startsWith("-")) {
                    assertThat(harmless.form(option))
                            .as("%s of %s", option, key)
                            .isNull();
                }
            });
        }

        private static boolean isWellFormed(String token) {
            return token.startsWith("@")
                    ? FILE.keys().contains(token.substring(1))
                    : TOKEN.matcher(token).matches();
        }
    }

    @Test
    void no_line_includes_itself() {
        FILE.keys().forEach(FILE::of);
        assertThatThrownBy(() -> new HarmlessRows("one : @two\ntwo : @one\n").of("one"))
                .hasMessageContaining("include themselves");
    }

    @Test
    void a_line_without_a_sign_is_named() {
        assertThatThrownBy(() -> new HarmlessRows("# first\none -a\n").keys())
                .hasMessageContaining("expected KEYS : TOKENS")
                .hasMessageContaining("one -a");
    }

    @Test
    void programs_of_the_table_that_only_look_are_in_the_file() {
        Set<String> missing =
                new HashSet<>(List.of("ls", "cat", "grep", "find", "head", "wc", "sort", "git log", "git diff"));
        missing.removeAll(FILE.keys());
        assertThat(missing).isEmpty();
    }

    @Nested
    class A_line {

        private final HarmlessRows rows = new HarmlessRows("""
                # a comment
                one,two : -a --all -w= --width= --color? -# --no-*

                one log : --graph @three
                three : -x @four five
                four five : -y
                any : *
                """);

        @Test
        void holds_for_each_of_its_programs() {
            assertThat(rows.of("two").form("--all")).isEqualTo(Form.FLAG);
            assertThat(rows.of("two").form("-w")).isEqualTo(Form.VALUED);
            assertThat(rows.of("two").form("--color")).isEqualTo(Form.ATTACHED);
            assertThat(rows.of("two").form("--colour")).isNull();
        }

        @Test
        void holds_for_subcommands_too() {
            assertThat(rows.of("one log").form("--graph")).isEqualTo(Form.FLAG);
            assertThat(rows.of("one log").form("--all")).isEqualTo(Form.FLAG);
            assertThat(rows.of("one show").form("--all")).isEqualTo(Form.FLAG);
            assertThat(rows.of("one").form("--graph")).isNull();
        }

        @Test
        void takes_over_another_by_its_key() {
            assertThat(rows.of("one log").form("-x")).isEqualTo(Form.FLAG);
            assertThat(rows.of("one log").form("-y")).isEqualTo(Form.FLAG);
        }

        @Test
        void names_families_and_numbers() {
            assertThat(rows.of("one").form("--no-pager")).isNotNull();
            assertThat(rows.of("one").form("-20")).isNotNull();
            assertThat(rows.of("one").form("-2x")).isNull();
        }

        @Test
        void can_hold_every_option() {
            assertThat(rows.of("any").areAll()).isTrue();
            assertThat(rows.of("one").areAll()).isFalse();
        }
    }
}
