package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Where lines are broken that do not fit. */
class WrapTest {

    @Nested
    class Whole_lines {

        @Test
        void are_broken_between_words_and_hang_below_their_beginning() {
            assertThat(LineWrap.of("  └ one two three four", 14)).isEqualTo("  └ one two\n    three four");
            assertThat(LineWrap.of("one two\nthree four", 7)).isEqualTo("one two\nthree\n  four");
        }

        @Test
        void of_one_long_word_are_broken_anywhere() {
            assertThat(LineWrap.of("abcdefghij", 4)).isEqualTo("abcd\n  ef\n  gh\n  ij");
        }

        @Test
        void that_fit_exactly_stay_and_without_a_width_all_do() {
            assertThat(LineWrap.of("one two", 7)).isEqualTo("one two");
            assertThat(LineWrap.of("one two three", 0)).isEqualTo("one two three");
        }

        @Test
        void count_columns_and_no_colours() {
            assertThat(LineWrap.of("\u001B[31mone\u001B[0m two", 7)).isEqualTo("\u001B[31mone\u001B[0m two");
            assertThat(LineWrap.of("漢字 漢字", 6)).isEqualTo("漢字\n  漢字");
        }
    }

    @Nested
    class Running_text {

        @Test
        void is_broken_between_words_whatever_its_pieces() {
            WordWrap wrap = new WordWrap(12, "  ");
            assertThat(wrap.add("one t") + wrap.add("wo thr") + wrap.add("ee four") + wrap.rest())
                    .isEqualTo("  one two\n  three four");
        }

        @Test
        void appears_at_once_where_the_line_has_room() {
            WordWrap wrap = new WordWrap(40, "");
            assertThat(wrap.add("Good mor")).isEqualTo("Good mor");
            assertThat(wrap.add("ning,\nwhat")).isEqualTo("ning,\nwhat");
        }

        @Test
        void keeps_its_own_indentation() {
            WordWrap wrap = new WordWrap(40, "");
            assertThat(wrap.add("if:\n    do\n\nend") + wrap.rest()).isEqualTo("if:\n    do\n\nend");
        }
    }
}
