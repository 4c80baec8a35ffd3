package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.MerkleTree;
import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.SegmentEnd;
import dev.carabiner.audit.format.SegmentStart;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.audit.format.SigningKey;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An attacker who knows the format: after a change, makes numbers, hashes, ends and beginnings of segments fit again. */
final class Forger {

    private static final Pattern PARTS = Pattern.compile(
            "(\\{\"v\":[12],\"log\":\"[^\"]*\",\"seq\":)[0-9]+(.*),\"prev\":\"[^\"]*\",\"h\":\"[^\"]*\"}",
            Pattern.DOTALL);
    private static final Pattern DATA =
            Pattern.compile("(.*\"type\":\"segment_(start|end)\".*?,\"data\":)(.*)", Pattern.DOTALL);

    private final LogFiles files;
    private final MerkleTree tree = new MerkleTree();
    private String prev = "0".repeat(64);

    private Forger(Path directory) {
        files = new LogFiles(directory);
    }

    /**
     * Rewrites a log so that everything fits again, all signatures being made with one key: the attacker has no other.
     * Without a key, only what needs no signature is made to fit.
     */
    static void rewrite(Path directory, SigningKey key, UnaryOperator<List<String>> change) throws IOException {
        new Forger(directory).rewrite(key, change);
    }

    private void rewrite(SigningKey key, UnaryOperator<List<String>> change) throws IOException {
        int segment = 0;
        for (Path file : files.segments().values()) {
            segment++;
            List<String> lines = new ArrayList<>(Files.readString(file).lines().toList());
            if (segment == 1) {
                lines = change.apply(lines);
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (String line : lines) {
                out.writeBytes((forged(line, segment, key) + "\n").getBytes(StandardCharsets.UTF_8));
            }
            Files.write(file, out.toByteArray());
        }
        if (key != null) {
            Note note = Note.checkpoint(key, tree.size(), tree.root(), null);
            Files.write(files.checkpoints(), note.entry());
        }
    }

    private String forged(String line, int segment, SigningKey key) {
        Matcher parts = PARTS.matcher(line);
        if (!parts.matches()) {
            return line;
        }
        String body = data(parts.group(2), segment, key);
        String hashed = parts.group(1) + tree.size() + body + ",\"prev\":\"" + prev + "\"";
        byte[] bytes = hashed.getBytes(StandardCharsets.UTF_8);
        byte[] hash = new byte[32];
        new Sha256().leaf(bytes, 0, bytes.length, hash, 0);
        tree.add(hash, 0);
        prev = Hex.of(hash);
        return hashed + ",\"h\":\"" + prev + "\"}";
    }

    private String data(String body, int segment, SigningKey key) {
        Matcher parts = DATA.matcher(body);
        if (!parts.matches()) {
            return body;
        }
        if (parts.group(2).equals("end")) {
            return parts.group(1)
                    + EventDataJson.write(SegmentEnd.of(segment, tree).data());
        }
        if (segment == 1 || key == null) {
            return body;
        }
        EventData old = EventDataJson.read(parts.group(3));
        VerifierKey next = VerifierKey.parse(old.text("key"));
        Note handover = Note.handover(key, tree.size(), tree.root(), next);
        SegmentStart start = new SegmentStart(
                segment,
                SegmentStart.Previous.of(segment - 1, tree),
                next.text(),
                new String(handover.bytes(), StandardCharsets.UTF_8));
        return parts.group(1) + EventDataJson.write(start.data());
    }
}
