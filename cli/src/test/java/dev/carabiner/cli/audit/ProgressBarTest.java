package dev.carabiner.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressBarTest {

    private static final long LONG = 100L * 1024 * 1024;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private String shown(boolean watched, long total) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        try (ProgressBar bar = new ProgressBar(stream, watched, total)) {
            bar.accept(total / 2);
        }
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shows_how_far_it_is_and_goes_away() {
        assertThat(shown(true, LONG))
                .startsWith("\r[" + "#".repeat(20) + " ".repeat(20) + "] 50 %")
                .endsWith(" \r");
    }

    @Test
    void shows_nothing_where_standard_error_is_no_terminal() {
        assertThat(shown(false, LONG)).isEmpty();
    }

    @Test
    void shows_nothing_if_it_will_not_take_long() {
        assertThat(shown(true, 1_000)).isEmpty();
    }
}
