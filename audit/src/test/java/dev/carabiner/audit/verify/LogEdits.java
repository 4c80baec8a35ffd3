package dev.carabiner.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.format.Base64Text;
import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.MerkleTree;
import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.audit.format.SigningKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes to the files of a log, its texts taken byte for byte as characters. */
final class LogEdits {

    private LogEdits() {}

    static String text(Path log, String name) throws IOException {
        return Files.readString(log.resolve(name), StandardCharsets.ISO_8859_1);
    }

    static List<String> lines(Path log, String name) throws IOException {
        return text(log, name).lines().toList();
    }

    static void put(Path log, String name, String text) throws IOException {
        Files.writeString(log.resolve(name), text, StandardCharsets.ISO_8859_1);
    }

    static void write(Path log, String name, byte[]... parts) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        Files.write(log.resolve(name), all.toByteArray());
    }

    static void delete(Path log, String name) throws IOException {
        Files.delete(log.resolve(name));
    }

    static void directory(Path log, String name) throws IOException {
        Files.deleteIfExists(log.resolve(name));
        Files.createDirectory(log.resolve(name));
    }

    static void link(Path log, String name, String to) throws IOException {
        Files.deleteIfExists(log.resolve(name));
        Files.createSymbolicLink(log.resolve(name), Path.of(to));
    }

    static void pipe(Path log, String name) throws IOException {
        Files.deleteIfExists(log.resolve(name));
        try {
            assertThat(new ProcessBuilder("mkfifo", log.resolve(name).toString())
                            .start()
                            .waitFor())
                    .isZero();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Removes that segment and all behind it. */
    static void dropFrom(Path log, int number) throws IOException {
        for (Path segment : new LogFiles(log).segments().tailMap(number).values()) {
            Files.delete(segment);
        }
    }

    static void keepNotesUpTo(Path log, int size) throws IOException {
        Matcher entries = Pattern.compile("[^\n]*\n([0-9]+)\n(?:[^\n]*\n){5}").matcher(text(log, "checkpoints"));
        StringBuilder kept = new StringBuilder();
        entries.results()
                .filter(entry -> Integer.parseInt(entry.group(1)) <= size)
                .forEach(entry -> kept.append(entry.group()));
        put(log, "checkpoints", kept.toString());
    }

    static void forged(Path log, int record, String what, String by) throws IOException {
        Forger.rewrite(log, null, lines -> {
            List<String> changed = new ArrayList<>(lines);
            changed.set(record, changed.get(record).replace(what, by));
            assertThat(changed).isNotEqualTo(lines);
            return changed;
        });
    }

    /** Leaves one checkpoint, over all records, in the side file. */
    static void keepLastNote(Path log) throws IOException {
        write(log, "checkpoints", note(log, Integer.MAX_VALUE, null).entry());
    }

    /** A checkpoint of the first so many records, or of all if there are fewer, signed with the log's own key. */
    static Note note(Path log, int size, Note previous) throws IOException {
        SigningKey key = SigningKey.parse(text(log, "key"));
        MerkleTree[] tree = {new MerkleTree()};
        LogReading.read(log, chain -> {
            tree[0] = chain.tree();
            return chain.size() < size;
        });
        return Note.checkpoint(key, tree[0].size(), tree[0].root(), previous);
    }

    static Note withWrongSignature(Note note) {
        byte[] both = new byte[4 + note.signature().length];
        System.arraycopy(note.keyHash(), 0, both, 0, 4);
        System.arraycopy(note.signature(), 0, both, 4, note.signature().length);
        String good = Base64Text.of(both);
        both[40] ^= 1;
        String text = new String(note.bytes(), StandardCharsets.UTF_8).replace(good, Base64Text.of(both));
        return Note.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    static String vkey(byte[] point) {
        byte[] typed = new byte[33];
        typed[0] = 1;
        System.arraycopy(point, 0, typed, 1, 32);
        byte[] hash = Sha256.of(ascii("carabiner-audit/demo\n"), typed);
        return "carabiner-audit/demo+" + Hex.of(Arrays.copyOf(hash, 4)) + "+" + Base64Text.of(typed);
    }

    static String opened(String value) {
        byte[] salt = new byte[Sha256.BYTES];
        return Hex.of(Sha256.of(salt, ascii(value))) + " " + Hex.of(salt) + " " + value + "\n";
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
