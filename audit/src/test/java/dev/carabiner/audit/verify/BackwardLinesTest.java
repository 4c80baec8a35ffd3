package dev.carabiner.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.verify.BackwardLines.Kind;
import dev.carabiner.audit.verify.BackwardLines.Place;
import dev.carabiner.testkit.TestSeed;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of a log from its end back. */
class BackwardLinesTest {

    @TempDir
    private Path log;

    private void segment(int number, String text) throws IOException {
        Files.writeString(log.resolve(LogFiles.segmentName(number)), text, StandardCharsets.US_ASCII);
    }

    private static String line(BackwardLines lines) {
        return new String(lines.bytes(), lines.from(), lines.to() - lines.from(), StandardCharsets.US_ASCII);
    }

    private List<String> allFrom(Place place) throws IOException {
        BackwardLines lines = new BackwardLines(log, place);
        List<String> all = new ArrayList<>();
        for (Kind kind = lines.previous(); kind != Kind.BEGINNING; kind = lines.previous()) {
            if (kind == Kind.LINE) {
                all.add(line(lines));
            }
        }
        return all;
    }

    private List<String> all() throws IOException {
        return allFrom(BackwardLines.end(log));
    }

    @Test
    void come_newest_first_across_segments() throws Exception {
        segment(1, "a\nb\n");
        segment(2, "c\n");
        segment(3, "");

        assertThat(all()).containsExactly("c", "b", "a");
    }

    @Test
    void are_none_where_there_is_no_log_or_nothing_in_it() throws Exception {
        assertThat(all()).isEmpty();
        segment(1, "");
        assertThat(all()).isEmpty();
    }

    @Test
    void leave_out_what_is_unfinished_or_too_long() throws Exception {
        String longest = "x".repeat(BackwardLines.LONGEST);
        segment(1, "a\n" + longest + "\nb\n" + longest + "xx\n" + "x".repeat(5_000_000) + "\nc\nunfinished");

        assertThat(all()).containsExactly("c", "b", longest, "a");
    }

    @Test
    void go_on_where_another_reader_stood_even_in_a_line_that_is_left_out() throws Exception {
        SplittableRandom random = TestSeed.of(BackwardLinesTest.class).forCase(0);
        List<String> written = new ArrayList<>();
        int[] lengths = {0, 1, 100, 16_000, 70_000, 300_000, BackwardLines.LONGEST + 10, 3_000_000};
        for (int number = 1; number <= 3; number++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 12; i++) {
                String line = number + "-" + i + "-" + "y".repeat(lengths[random.nextInt(lengths.length)]);
                text.append(line).append('\n');
                if (line.length() <= BackwardLines.LONGEST) {
                    written.addFirst(line);
                }
            }
            segment(number, text.toString());
        }
        Place place = BackwardLines.end(log);
        List<String> found = new ArrayList<>();
        for (Kind kind = Kind.LINE; kind != Kind.BEGINNING; ) {
            BackwardLines lines = new BackwardLines(log, place);
            for (int steps = random.nextInt(4) + 1; steps > 0 && kind != Kind.BEGINNING; steps--) {
                kind = lines.previous();
                if (kind == Kind.LINE) {
                    found.add(line(lines));
                }
            }
            place = lines.place();
        }

        assertThat(found).isEqualTo(written);
        assertThat(all()).isEqualTo(written);
    }

    @Test
    void stay_those_of_before_while_the_log_grows() throws Exception {
        segment(1, "a\nb\n");
        Place place = BackwardLines.end(log);
        segment(1, "a\nb\nc\n");
        segment(2, "d\n");

        assertThat(allFrom(place)).containsExactly("b", "a");
    }

    @Test
    void end_with_a_reason_where_the_files_are_not_as_they_were() throws Exception {
        segment(1, "a\n");

        assertThatThrownBy(() -> allFrom(new Place(1, 9_000)))
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("segment-000001.jsonl is shorter");
        assertThatThrownBy(() -> allFrom(new Place(7, 1))).isInstanceOf(IOException.class);
        assertThat(allFrom(new Place(-1, 1))).isEmpty();
    }
}
