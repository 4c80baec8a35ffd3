package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DateStatusTest {

    @TempDir
    private Path directory;

    @Test
    void the_session_begins_with_time_and_place() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new DateStatus(), "zone", "Asia/Tokyo");
        rehearsal.emit("session:start", "source", "test");
        assertThat(rehearsal.stored())
                .singleElement()
                .satisfies(text ->
                        assertThat(text.lines()).first().isEqualTo("Date: Sunday, 2026-03-01 21:00 (Asia/Tokyo)"));
        assertThat(rehearsal.stored().getFirst().lines().skip(1))
                .anyMatch(line -> line.startsWith("Platform: " + System.getProperty("os.name")))
                .last()
                .isEqualTo("Working directory: " + directory.toRealPath());
    }

    @Test
    void so_does_a_resumed_one() throws Exception {
        Rehearsal rehearsal = new Rehearsal(directory, new DateStatus());
        rehearsal.emit("session:resume", "source", "test");
        assertThat(rehearsal.stored()).hasSize(1);
    }

    @Test
    void an_unknown_zone_is_refused_when_it_is_mounted() {
        assertThatThrownBy(() -> new Rehearsal(directory, new DateStatus(), "zone", "Mars/North"))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("Mars/North")
                .hasMessageContaining("Europe/Berlin");
    }
}
