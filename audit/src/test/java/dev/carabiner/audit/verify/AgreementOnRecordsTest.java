package dev.carabiner.audit.verify;

import static dev.carabiner.audit.verify.LogEdits.delete;
import static dev.carabiner.audit.verify.LogEdits.dropFrom;
import static dev.carabiner.audit.verify.LogEdits.forged;
import static dev.carabiner.audit.verify.LogEdits.lines;
import static dev.carabiner.audit.verify.LogEdits.opened;
import static dev.carabiner.audit.verify.LogEdits.put;
import static dev.carabiner.audit.verify.LogEdits.text;
import static dev.carabiner.audit.verify.LogEdits.vkey;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/** Both verifiers agree on what is written: keys, secrets and records. */
class AgreementOnRecordsTest extends Agreement {

    @Override
    void collect() throws IOException {
        keys();
        secrets();
        records();
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
}
