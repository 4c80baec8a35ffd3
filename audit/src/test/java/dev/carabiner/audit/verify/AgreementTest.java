package dev.carabiner.audit.verify;

import static dev.carabiner.audit.verify.LogEdits.ascii;
import static dev.carabiner.audit.verify.LogEdits.delete;
import static dev.carabiner.audit.verify.LogEdits.directory;
import static dev.carabiner.audit.verify.LogEdits.dropFrom;
import static dev.carabiner.audit.verify.LogEdits.forged;
import static dev.carabiner.audit.verify.LogEdits.keepNotesUpTo;
import static dev.carabiner.audit.verify.LogEdits.lines;
import static dev.carabiner.audit.verify.LogEdits.note;
import static dev.carabiner.audit.verify.LogEdits.opened;
import static dev.carabiner.audit.verify.LogEdits.pipe;
import static dev.carabiner.audit.verify.LogEdits.put;
import static dev.carabiner.audit.verify.LogEdits.text;
import static dev.carabiner.audit.verify.LogEdits.vkey;
import static dev.carabiner.audit.verify.LogEdits.withWrongSignature;
import static dev.carabiner.audit.verify.LogEdits.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.cli.AuditCommands;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.SigningKey;
import dev.carabiner.audit.log.Anchor;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.Durability;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.log.Records;
import dev.carabiner.audit.verify.SecondVerifier.Answer;
import dev.carabiner.audit.verify.SecondVerifier.Question;
import dev.carabiner.event.EventData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The places where two readers of the format's page might come to different verdicts. Each is a log, and the one answer
 * that both verifiers must give: exit code and first bad record. Long, because it is a list.
 */
class AgreementTest {

    private static final int GOOD = 0;
    private static final int TAMPERED = 1;
    private static final int TORN = 2;
    private static final int NOT_ANCHORED = 3;
    private static final int USAGE = 64;
    private static final int UNREADABLE = 66;
    private static final long NO_RECORD = -1;

    private static final String FIRST = "segment-000001.jsonl";
    private static final String SECOND = "segment-000002.jsonl";
    private static final String SECRETS = "segment-000001.secrets";
    private static final int RECORDS = 12;

    @TempDir
    Path root;

    private Path single;
    private Path rotated;
    private final List<Case> cases = new ArrayList<>();

    /** What is done to a copy of a log. */
    @FunctionalInterface
    private interface Change {
        void in(Path log) throws IOException;
    }

    private record Case(String rule, Question question, Answer expected) {}

    @TestFactory
    Stream<DynamicTest> both_verifiers_give_the_one_answer() throws Exception {
        SecondVerifier.tools();
        writeLogs();
        signatures();
        ends();
        keys();
        secrets();
        records();
        files();
        places();
        List<Answer> theirs =
                SecondVerifier.answers(cases.stream().map(Case::question).toList(), root);
        return IntStream.range(0, cases.size())
                .mapToObj(i -> DynamicTest.dynamicTest(cases.get(i).rule, () -> {
                    assertThat(answer(cases.get(i).question)).as("here").isEqualTo(cases.get(i).expected);
                    assertThat(theirs.get(i)).as("there").isEqualTo(cases.get(i).expected);
                }));
    }

    /** One log of one segment, one of several; beside the files of each, an anchor. */
    private void writeLogs() throws IOException {
        single = Files.createDirectory(root.resolve("single"));
        rotated = Files.createDirectory(root.resolve("rotated"));
        AuditLogOptions options = AuditLogOptions.in(single).named("demo").secrets("token");
        try (FileAuditLog log = FileAuditLog.open(options.anchoredIn(Anchor.file(single.resolve("anchor"))))) {
            log.append(Records.emitted("deny", EventData.of("token", "t-1")));
            Records.append(log, RECORDS - 2);
        }
        AuditLogOptions small = AuditLogOptions.in(rotated).named("demo").segmentsOf(3_000);
        try (FileAuditLog log = FileAuditLog.open(small.durability(record -> Durability.DURABLE))) {
            Records.append(log, 25);
        }
    }

    private void signatures() throws IOException {
        rule("every note of the side file is signed, not only the last", TAMPERED, 4, single, log -> {
            Note bad = withWrongSignature(note(log, 5, null));
            write(log, "checkpoints", bad.entry(), note(log, RECORDS, bad).entry());
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

    private void keys() throws IOException {
        String key = text(single, "root.pub").strip();
        Path spaced = Files.writeString(root.resolve("spaced"), " \t\r\n" + key + "\r\n ");
        Path fat = Files.writeString(root.resolve("fat"), key + "\n".repeat(4_096));
        Path wrong = Files.writeString(root.resolve("wrong"), key + "\f");
        asked("a key in a file, white space around it", GOOD, NO_RECORD, single, spaced.toString());
        asked("a key in a file that is too long", USAGE, NO_RECORD, single, fat.toString());
        asked("a key in a file with something else", USAGE, NO_RECORD, single, wrong.toString());
        asked("a directory for a key", USAGE, NO_RECORD, single, root.toString());
        asked("nonsense for a key", USAGE, NO_RECORD, single, "nonsense");
        asked("nonsense for a key of no log", USAGE, NO_RECORD, root.resolve("nowhere"), "nonsense");
        String other = SigningKey.generate("carabiner-audit/demo").verifier().text();
        asked("another key", TAMPERED, 0, single, other);
        asked(
                "a key of another log",
                TAMPERED,
                0,
                single,
                SigningKey.generate("carabiner-audit/x").verifier().text());
        for (String point : NOT_KEYS) {
            String vkey = vkey(HexFormat.of().parseHex(point));
            asked("a key that is no proper point: " + point, USAGE, NO_RECORD, single, vkey);
            unsigned("a log with the key " + point, TAMPERED, 0, log -> forged(log, 0, key, vkey));
        }
        unsigned(
                "a log with a key of mixed order",
                NOT_ANCHORED,
                NO_RECORD,
                log -> forged(log, 0, key, vkey(HexFormat.of().parseHex(MIXED_ORDER))));
    }

    /** Small order; not reduced; with a sign where there is none; not on the curve. */
    private static final List<String> NOT_KEYS = List.of(
            "0100000000000000000000000000000000000000000000000000000000000000",
            "0000000000000000000000000000000000000000000000000000000000000080",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "0100000000000000000000000000000000000000000000000000000000000080",
            "0200000000000000000000000000000000000000000000000000000000000000");

    private static final String MIXED_ORDER = "6a84d583f06569edb3f5ed77df65544b27d6948b4f0b2cb76f33dd8413b20719";

    private void secrets() throws IOException {
        String whole = text(single, SECRETS);
        opening("an opening that no record refers to", GOOD, whole + opened("\"unknown\""));
        opening("an opening of nothing", TAMPERED, opened(""));
        opening("an opening that does not open its commitment", TAMPERED, whole.replace("t-1", "t-2"));
        opening("a line of rubbish", TAMPERED, whole + "rubbish\n");
        opening("an unfinished line", GOOD, whole + "rubbish");
        opening("an empty line", GOOD, "\n" + whole);
        opening("an erased line", GOOD, " ".repeat(whole.length() - 1) + "\n");
        opening("an erasure that has hardly begun", GOOD, " " + whole.substring(1));
        opening("an erasure that has reached the value", GOOD, " ".repeat(131) + whole.substring(131));
        opening("a space where no erasure begins", TAMPERED, whole.charAt(0) + " " + whole.substring(2));
        opening(
                "a block that never reached the disk",
                GOOD,
                whole.substring(0, 20) + "\0".repeat(30) + whole.substring(50));
        opening("zero bytes, then rubbish", TAMPERED, "\0\nrubbish\n");
        opening("a line of spaces that is too long", TAMPERED, " ".repeat(LogFiles.LONGEST_LINE) + "\n");
        opening("a line of spaces as long as may be", GOOD, " ".repeat(LogFiles.LONGEST_LINE - 1) + "\n");
        opening("a line that is too long, with zero bytes", GOOD, "x".repeat(LogFiles.LONGEST_LINE) + "\0\n" + whole);
        rule("openings of no segment", GOOD, NO_RECORD, single, log -> put(log, "segment-000002.secrets", "rubbish\n"));
        rule("no openings", GOOD, NO_RECORD, single, log -> delete(log, SECRETS));
    }

    private void records() throws IOException {
        int ended = lines(rotated, FIRST).size();
        unsigned(
                "session and actor of a segment_start are not looked at",
                NOT_ANCHORED,
                NO_RECORD,
                log -> forged(log, 0, "\"session\":\"\",", "\"session\":\"s\","));
        unsigned(
                "1.0 is not 1 in a segment_start",
                TAMPERED,
                0,
                log -> forged(log, 0, "{\"segment\":1,", "{\"segment\":1.0,"));
        unsigned(
                "nor is a number that overflows to it",
                TAMPERED,
                0,
                log -> forged(log, 0, "{\"segment\":1,", "{\"segment\":4294967297,"));
        unsigned(
                "a segment_start of great length",
                TAMPERED,
                0,
                log -> forged(log, 0, "{\"segment\":1,", "{\"a\":\"" + "x".repeat(100_000) + "\",\"segment\":1,"));
        unsigned("escapes are in lower case", TAMPERED, 5, log -> forged(log, 5, "line 3", "\\u001F"));
        rule("a record behind the segment's end", TAMPERED, ended, rotated, log -> {
            dropFrom(log, 2);
            put(log, FIRST, text(log, FIRST) + lines(log, FIRST).getLast() + "\n");
        });
        rule("something torn behind the segment's end", TAMPERED, ended, rotated, log -> {
            dropFrom(log, 2);
            put(log, FIRST, text(log, FIRST) + "\0");
        });
        rule("a segment without its end", TAMPERED, ended - 1, rotated, log -> {
            List<String> lines = lines(log, FIRST);
            put(log, FIRST, String.join("\n", lines.subList(0, lines.size() - 1)) + "\n");
            delete(log, "checkpoints");
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
        rule("a bad note comes before a record behind it", TAMPERED, 3, single, log -> {
            write(log, "checkpoints", withWrongSignature(note(log, 4, null)).entry());
            put(log, FIRST, text(log, FIRST).replace("line 3", "lime 3"));
        });
        anchored("the side file comes before an anchor", TAMPERED, 3, single, log -> {
            write(log, "checkpoints", withWrongSignature(note(log, 4, null)).entry());
            write(log, "anchor", note(log, 4, null).entry(), ascii("\n".repeat(7)));
        });
    }

    private void rule(String rule, int exitCode, long badRecord, Path original, Change change) throws IOException {
        Path log = changed(original, change);
        add(rule, new Question(log, text(original, "root.pub").strip(), List.of()), exitCode, badRecord);
    }

    /** Verified with the anchor, and without the key. */
    private void anchored(String rule, int exitCode, long badRecord, Path original, Change change) throws IOException {
        Path log = changed(original, change);
        add(rule, new Question(log, "", List.of(log.resolve("anchor"))), exitCode, badRecord);
    }

    /** Nothing is signed, nothing is asked for but that it is consistent. */
    private void unsigned(String rule, int exitCode, long badRecord, Change change) throws IOException {
        Path log = changed(single, it -> {
            delete(it, "checkpoints");
            change.in(it);
        });
        add(rule, new Question(log, "", List.of()), exitCode, badRecord);
    }

    private void opening(String rule, int exitCode, String openings) throws IOException {
        rule(rule, exitCode, NO_RECORD, single, log -> put(log, SECRETS, openings));
    }

    private void asked(String rule, int exitCode, long badRecord, Path log, String pub) {
        add(rule, new Question(log, pub, List.of()), exitCode, badRecord);
    }

    private void add(String rule, Question question, int exitCode, long badRecord) {
        cases.add(new Case(rule, question, Answer.of(exitCode, badRecord)));
    }

    private Path changed(Path original, Change change) throws IOException {
        Path log = Files.createDirectory(root.resolve("case-" + cases.size()));
        try (Stream<Path> files = Files.list(original)) {
            for (Path file : files.toList()) {
                Files.copy(file, log.resolve(file.getFileName()));
            }
        }
        change.in(log);
        return log;
    }

    /** What the command line says. */
    private static Answer answer(Question question) {
        List<String> words = new ArrayList<>(List.of("verify", question.log().toString()));
        if (!question.pub().isEmpty()) {
            words.addAll(List.of("--pub", question.pub()));
        }
        question.anchors().forEach(anchor -> words.addAll(List.of("--anchor", anchor.toString())));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream nowhere = new PrintStream(PrintStream.nullOutputStream());
        int exitCode = new AuditCommands(stream, nowhere, false).run(words.toArray(String[]::new));
        Matcher place = Pattern.compile("TAMPERED record ([0-9]+): ").matcher(out.toString(StandardCharsets.UTF_8));
        return Answer.of(exitCode, place.lookingAt() ? Long.parseLong(place.group(1)) : NO_RECORD);
    }
}
