package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolResultTextTest {

    private static List<String> lines(String diff) {
        return new ToolResultText(new Styles(false, true))
                .lines("Edit", EventData.of("output", "ok", "diff", diff), true, 0, 80);
    }

    @Test
    void changed_lines_that_look_like_the_name_of_a_file_are_shown() {
        assertThat(lines("--- a/q.sql\n+++ b/q.sql\n@@ -1,1 +1,2 @@\n--- drop table x\n+++ counter\n+y\n"))
                .containsExactly(
                        "2 lines added, 1 removed", "@@ -1,1 +1,2 @@", "--- drop table x", "+++ counter", "+y");
    }

    @Test
    void a_carriage_return_begins_no_line() {
        assertThat(lines("--- a/f\n+++ b/f\n@@ -0,0 +1,1 @@\n+a\r-forged\n"))
                .containsExactly("1 line added, 0 removed", "@@ -0,0 +1,1 @@", "+a\\r-forged");
    }
}
