package dev.carabiner.audit.verify;

import static dev.carabiner.audit.verify.LogEdits.ascii;
import static dev.carabiner.audit.verify.LogEdits.delete;
import static dev.carabiner.audit.verify.LogEdits.directory;
import static dev.carabiner.audit.verify.LogEdits.dropFrom;
import static dev.carabiner.audit.verify.LogEdits.keepNotesUpTo;
import static dev.carabiner.audit.verify.LogEdits.lines;
import static dev.carabiner.audit.verify.LogEdits.link;
import static dev.carabiner.audit.verify.LogEdits.note;
import static dev.carabiner.audit.verify.LogEdits.pipe;
import static dev.carabiner.audit.verify.LogEdits.put;
import static dev.carabiner.audit.verify.LogEdits.text;
import static dev.carabiner.audit.verify.LogEdits.withWrongSignature;
import static dev.carabiner.audit.verify.LogEdits.write;

import dev.carabiner.audit.format.Note;
import java.io.IOException;
import java.util.List;

/** Both verifiers agree on which files there are, how they end, and which of two faults comes first. */
class AgreementOnFilesTest extends Agreement {

    @Override
    void collect() throws IOException {
        signatures();
        ends();
        files();
        places();
    }

    private void signatures() throws IOException {
        rule(
                "a note of the side file is vouched for by the next, which signs its hash",
                GOOD,
                NO_RECORD,
                single,
                log -> {
                    Note bad = withWrongSignature(note(log, 5, null));
                    write(
                            log,
                            "checkpoints",
                            bad.entry(),
                            note(log, RECORDS, bad).entry());
                });
        rule("the last note of a key is signed", TAMPERED, RECORDS - 1, single, log -> {
            Note first = note(log, 5, null);
            write(
                    log,
                    "checkpoints",
                    first.entry(),
                    withWrongSignature(note(log, RECORDS, first)).entry());
        });
        rule("a note may be signed anew with the right key", GOOD, NO_RECORD, single, log -> {
            Note first = note(log, 5, null);
            write(log, "checkpoints", first.entry(), note(log, RECORDS, first).entry());
        });
        anchored("every note of an anchor is signed", TAMPERED, 4, single, log -> {
            Note bad = withWrongSignature(note(log, 5, null));
            write(log, "anchor", bad.entry(), note(log, RECORDS, null).entry());
        });
        anchored("an anchor's notes may repeat and need no chain", GOOD, NO_RECORD, single, log -> {
            Note note = note(log, RECORDS, null);
            write(log, "anchor", note(log, 5, null).entry(), note.entry(), note.entry());
        });
        rule("a missing side file is an empty one", NOT_ANCHORED, NO_RECORD, single, log -> delete(log, "checkpoints"));
        anchored("an anchor is enough without it", GOOD, NO_RECORD, single, log -> delete(log, "checkpoints"));
    }

    private void ends() throws IOException {
        for (String begun : List.of("", "{\"v\"", "\0", "\0\nx\n")) {
            String shown = "a segment that holds '" + begun.replace("\0", "<0>").replace("\n", "<LF>") + "'";
            rule(shown + " behind one that never ended", TAMPERED, RECORDS, single, log -> put(log, SECOND, begun));
            rule(shown + " behind one that ended", TORN, NO_RECORD, rotated, log -> {
                dropFrom(log, 2);
                delete(log, "checkpoints");
                put(log, SECOND, begun);
            });
            rule(shown + " as the only one", TORN, NO_RECORD, single, log -> {
                delete(log, "checkpoints");
                put(log, FIRST, begun);
            });
            rule(shown + " of which notes speak", TAMPERED, 0, single, log -> put(log, FIRST, begun));
        }
        rule("a segment that has ended is a whole log", GOOD, NO_RECORD, rotated, log -> {
            dropFrom(log, 2);
            keepNotesUpTo(log, lines(log, FIRST).size());
        });
        rule("zero bytes in a record that no note covers, whole records behind", TORN, NO_RECORD, single, log -> {
            delete(log, "checkpoints");
            put(log, FIRST, text(log, FIRST).replace("line 3", "line\0 3"));
        });
        rule("zero bytes in a record that a note covers", TAMPERED, 5, single, log -> {
            write(log, "checkpoints", note(log, RECORDS, null).entry());
            put(log, FIRST, text(log, FIRST).replace("line 3", "line\0 3"));
        });
    }

    private void files() throws IOException {
        asked("no directory", UNREADABLE, NO_RECORD, root.resolve("nowhere"), "");
        rule("no segment and no note", UNREADABLE, NO_RECORD, single, log -> {
            delete(log, FIRST);
            delete(log, "checkpoints");
        });
        rule("no segment, but notes", TAMPERED, NO_RECORD, single, log -> delete(log, FIRST));
        anchored("no segment, but an anchor", TAMPERED, NO_RECORD, single, log -> {
            delete(log, FIRST);
            delete(log, "checkpoints");
        });
        rule("a segment 0", TAMPERED, NO_RECORD, single, log -> put(log, "segment-000000.jsonl", ""));
        rule("a missing segment", TAMPERED, NO_RECORD, rotated, log -> delete(log, FIRST));
        rule("a missing segment comes before one that cannot be read", TAMPERED, NO_RECORD, rotated, log -> {
            delete(log, SECOND);
            directory(log, FIRST);
        });
        rule("a directory for a segment", UNREADABLE, NO_RECORD, single, log -> directory(log, FIRST));
        rule("a directory for the side file comes before a bad record", UNREADABLE, NO_RECORD, single, log -> {
            directory(log, "checkpoints");
            put(log, FIRST, text(log, FIRST).replace("line 3", "lime 3"));
        });
        rule("a directory for openings", UNREADABLE, NO_RECORD, single, log -> directory(log, SECRETS));
        rule("a bad record comes before a directory for openings", TAMPERED, 5, single, log -> {
            write(log, "checkpoints", note(log, RECORDS, null).entry());
            directory(log, SECRETS);
            put(log, FIRST, text(log, FIRST).replace("line 3", "lime 3"));
        });
        anchored("a missing anchor comes before a bad record", UNREADABLE, NO_RECORD, single, log -> {
            delete(log, "anchor");
            put(log, FIRST, text(log, FIRST).replace("line 3", "lime 3"));
        });
        for (String to : List.of("nowhere", SECOND)) { // to itself: a loop
            rule("a link to " + to + " for a segment", UNREADABLE, NO_RECORD, rotated, log -> link(log, SECOND, to));
            rule("a bad record comes before a link to " + to, TAMPERED, 3, rotated, log -> {
                delete(log, "checkpoints");
                link(log, SECOND, to);
                put(log, FIRST, text(log, FIRST).replace("line 2", "lime 2"));
            });
        }
        asked("a key that cannot be read", USAGE, NO_RECORD, single, "/proc/self/mem");
        for (String pipe : List.of(FIRST, SECRETS, "checkpoints")) {
            rule("a pipe that nobody writes to as " + pipe, UNREADABLE, NO_RECORD, single, log -> pipe(log, pipe));
        }
    }

    private void places() throws IOException {
        rule(
                "a malformed note is met behind the record that the one before it covers",
                TAMPERED,
                4,
                single,
                log -> write(log, "checkpoints", note(log, 5, null).entry(), ascii("\n".repeat(7))));
        rule(
                "a malformed first note is met behind record 0",
                TAMPERED,
                0,
                single,
                log -> write(log, "checkpoints", ascii("\n".repeat(7))));
        rule(
                "a note that does not end in 4,096 bytes is malformed",
                TAMPERED,
                0,
                single,
                log -> write(log, "checkpoints", ascii("x".repeat(4_096))));
        rule(
                "one byte less is torn",
                TORN,
                NO_RECORD,
                single,
                log -> write(log, "checkpoints", ascii("x".repeat(4_095))));
        anchored("and ignored in an anchor", NOT_ANCHORED, NO_RECORD, single, log -> {
            write(log, "checkpoints");
            write(log, "anchor", ascii("x".repeat(4_095)));
        });
        rule(
                "a wrong chain is at the note's last record",
                TAMPERED,
                8,
                single,
                log -> write(
                        log,
                        "checkpoints",
                        note(log, 5, null).entry(),
                        note(log, 9, null).entry()));
        rule("so is a wrong order", TAMPERED, 2, single, log -> {
            Note first = note(log, 5, null);
            write(log, "checkpoints", first.entry(), note(log, 3, first).entry());
        });
        rule("a note of more records than there are is at the first that is missing", TAMPERED, 6, single, log -> {
            write(log, "checkpoints", note(log, RECORDS, null).entry());
            put(log, FIRST, String.join("\n", lines(log, FIRST).subList(0, 6)) + "\n");
        });
        rule("a bad record comes before a note behind it", TAMPERED, 5, single, log -> {
            write(log, "checkpoints", withWrongSignature(note(log, 9, null)).entry());
            put(log, FIRST, text(log, FIRST).replace("line 3", "lime 3"));
        });
        rule("a bad record comes before the signature of the last note", TAMPERED, 5, single, log -> {
            write(log, "checkpoints", withWrongSignature(note(log, 4, null)).entry());
            put(log, FIRST, text(log, FIRST).replace("line 3", "lime 3"));
        });
        anchored("the side file comes before an anchor", TAMPERED, 3, single, log -> {
            write(log, "checkpoints", withWrongSignature(note(log, 4, null)).entry());
            write(log, "anchor", note(log, 4, null).entry(), ascii("\n".repeat(7)));
        });
    }
}
