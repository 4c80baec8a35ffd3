package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.testkit.TestRequests;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OperationViewTest {

    @Test
    @Timeout(10)
    void a_line_of_megabytes_is_folded_at_once() {
        OperationView view =
                new OperationView(TestRequests.about("echo " + "x".repeat(1_500_000)), Styles.PLAIN, 80, 20);

        assertThat(view.lines()).hasSizeLessThan(30);
        assertThat(view.hidesSomething()).isTrue();
        assertThat(view.hidden()).matches("\\d{5} more lines");
        assertThat(view.everything()).hasSizeGreaterThan(20_000);
    }

    @Test
    void words_are_broken_at_spaces_and_long_ones_where_they_must_be() {
        assertThat(TextWidth.wrapped("one two three", 8)).containsExactly("one two", "three");
        assertThat(TextWidth.wrapped("abcdefghij", 4)).containsExactly("abcd", "efgh", "ij");
        assertThat(TextWidth.wrapped("abcd", 4)).containsExactly("abcd");
    }
}
