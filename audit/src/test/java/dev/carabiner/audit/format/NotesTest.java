package dev.carabiner.audit.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of notes, read from where it matters. */
class NotesTest {

    private static final int ALL = 500; // much more than is read from the end at a time

    @TempDir
    Path directory;

    private Path file;
    private final List<Note> written = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        SigningKey key = SigningKey.generate(VerifierKey.origin("log"));
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= ALL; i++) {
            Note next =
                    Note.checkpoint(key, 3L * i, new byte[Sha256.BYTES], written.isEmpty() ? null : written.getLast());
            written.add(next);
            text.append(new String(next.entry(), StandardCharsets.UTF_8));
        }
        file = Files.writeString(directory.resolve("checkpoints"), text);
    }

    /** The sizes from there on; the first of them is the last one that is not greater. */
    private List<Long> from(long records) throws IOException {
        List<Long> sizes = new ArrayList<>();
        try (Notes notes = Notes.open(file)) {
            notes.skipTo(records);
            for (byte[] next = notes.next(); next != null; next = notes.next()) {
                Note note = Note.parse(next);
                assertThat(note).isNotNull();
                sizes.add(note.size());
            }
            assertThat(notes.wholeLength() + (notes.isTorn() ? 5 : 0)).isEqualTo(Files.size(file));
        }
        return sizes;
    }

    @Test
    void begins_with_the_last_that_speaks_of_no_more_records() throws Exception {
        for (long records : new long[] {6, 7, 8, 9, 300, 1_000, 1_498, 1_499, 1_500, 9_999}) {
            long first = Math.min(records / 3, ALL);
            assertThat(from(records))
                    .as("%d records", records)
                    .hasSize((int) (ALL - first + 1))
                    .startsWith(3 * first)
                    .endsWith(3L * ALL);
        }
    }

    @Test
    void begins_at_the_beginning_where_none_does() throws Exception {
        for (long records : new long[] {0, 2, 3, 5}) {
            assertThat(from(records)).hasSize(ALL);
        }
    }

    @Test
    void finds_it_before_one_that_is_torn() throws Exception {
        byte[] entry = written.getLast().entry();
        for (int length = 1; length < entry.length; length += 7) {
            byte[] torn = java.util.Arrays.copyOf(entry, length);
            Files.write(file, torn, java.nio.file.StandardOpenOption.APPEND);
            try (Notes notes = Notes.open(file)) {
                assertThat(notes.skipTo(1_497)).isTrue();
                assertThat(Note.parse(notes.next())).extracting(Note::size).isEqualTo(1_497L);
                assertThat(Note.parse(notes.next())).extracting(Note::size).isEqualTo(1_500L);
                assertThat(notes.next()).isNull();
                assertThat(notes.isTorn()).isTrue();
            }
            try (var channel = java.nio.channels.FileChannel.open(file, java.nio.file.StandardOpenOption.WRITE)) {
                channel.truncate(channel.size() - length);
            }
        }
    }

    @Test
    void stays_where_it_is_in_what_are_no_notes() throws Exception {
        Files.writeString(file, "nonsense\n\nmore\nof it\n\n".repeat(1_000));
        try (Notes notes = Notes.open(file)) {
            assertThat(notes.skipTo(10)).isFalse();
            assertThat(notes.next()).isNotNull();
        }
    }
}
