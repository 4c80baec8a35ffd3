package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ScreenTest {

    @Nested
    class Work_in_progress {

        @Test
        void is_shown_with_its_time_and_gives_way_to_text() throws Exception {
            try (Pty pty = new Pty(40, 10);
                    Screen screen = Screen.live(pty.terminal().writer(), Styles.PLAIN, () -> 40)) {
                screen.line("before");
                screen.working("Bash sleep 100 " + "x".repeat(100));
                pty.await("Bash sleep 100 xxxx");
                pty.await("x… (0 s)");
                assertThat(pty.text().lines()).hasSize(2);
                screen.line("after");
                screen.idle();
                pty.await("after");

                assertThat(pty.text()).isEqualTo("before\nafter");
            }
        }

        @Test
        void is_not_shown_in_the_middle_of_a_line() throws Exception {
            try (Pty pty = new Pty(40, 10);
                    Screen screen = Screen.live(pty.terminal().writer(), Styles.PLAIN, () -> 40)) {
                screen.working("Thinking");
                screen.piece("half a ");
                pty.await("half a");
                screen.piece("line\n");
                pty.await("Thinking");

                assertThat(pty.text()).startsWith("half a line\n");
            }
        }
    }

    @Nested
    class Width {

        @Test
        void counts_columns_not_characters() {
            assertThat(TextWidth.of("aé漢e\u0301\uD83D\uDE00")).isEqualTo(7);
            assertThat(TextWidth.cut("漢字漢字", 5, "…")).isEqualTo("漢字…");
        }

        @Test
        void breaks_lines_at_spaces_where_it_can() {
            assertThat(TextWidth.wrapped("one two three", 8)).isEqualTo(List.of("one two", "three"));
            assertThat(TextWidth.wrapped("x".repeat(5), 2)).isEqualTo(List.of("xx", "xx", "x"));
            assertThat(TextWidth.wrapped("", 8)).isEqualTo(List.of(""));
        }
    }

    @Nested
    class Suggestions {

        @Test
        void are_near_or_none() {
            assertThat(Suggestion.of("lsit", List.of("list", "show"))).isEqualTo("; did you mean 'list'?");
            assertThat(Suggestion.of("quux", List.of("list", "show"))).isEmpty();
        }
    }
}
