package dev.carabiner.audit.verify;

import dev.carabiner.audit.format.Base64Text;
import dev.carabiner.audit.format.LineTail;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.Notes;
import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.event.CarabinerException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * That one record is in a log, shown to a reader who has the log's root public key and nothing else.
 *
 * @param record the record's line, without LF
 * @param path from the leaf upwards
 * @param handovers how the key got from the first segment to the one that signed the checkpoint
 */
@SuppressWarnings("ArrayRecordComponent") // read, checked and dropped, never compared
public record Proof(byte[] record, long index, List<byte[]> path, List<Note> handovers, Note checkpoint) {

    private static final int LONGEST = 64 * 1024 * 1024;
    private static final String HEADER = "carabiner-audit-proof/v1";
    private static final String INDEX = "index ";
    private static final String HASH = "hash ";

    /** A record that cannot be proved, or a text that is not a proof. */
    public static final class ProofException extends CarabinerException {

        private static final long serialVersionUID = 1L;

        ProofException(String message) {
            super(message);
        }
    }

    /** Makes the proof for a record; reads the log up to the first checkpoint that covers it. */
    public static Proof of(Path directory, long seq) throws IOException {
        Note checkpoint = covering(new LogFiles(directory), seq);
        InclusionPath path = new InclusionPath(seq, checkpoint.size());
        List<Note> handovers = new ArrayList<>();
        ByteArrayOutputStream record = new ByteArrayOutputStream();
        LogReading.read(directory, chain -> {
            path.add(chain.hash());
            Note handover = chain.handover();
            if (handover != null && (handovers.isEmpty() || handovers.getLast().size() < handover.size())) {
                handovers.add(handover);
            }
            if (chain.size() - 1 == seq) {
                record.writeBytes(chain.line().line());
            }
            return chain.size() < checkpoint.size();
        });
        if (path.missing() > 0) {
            throw new ProofException("The log has ended before record " + checkpoint.size()
                    + ", which a checkpoint covers; let it be verified");
        }
        return new Proof(record.toByteArray(), seq, path.hashes(), handovers, checkpoint);
    }

    private static Note covering(LogFiles files, long seq) throws IOException {
        try (Notes notes = Notes.open(files.checkpoints())) {
            for (byte[] next = notes.next(); next != null; next = notes.next()) {
                Note note = Note.parse(next);
                if (note != null && note.size() > seq) {
                    return note;
                }
            }
        }
        throw new ProofException("No checkpoint covers record " + seq + " yet");
    }

    /** The proof as a file holds it; reading that gives an equal proof. */
    public byte[] text() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ascii(HEADER + "\n"));
        out.writeBytes(record);
        out.writeBytes(ascii("\n" + INDEX + index + "\n"));
        path.forEach(hash -> out.writeBytes(ascii(HASH + Base64Text.of(hash) + "\n")));
        out.writeBytes(ascii("\n"));
        handovers.forEach(note -> out.writeBytes(note.entry()));
        out.writeBytes(checkpoint.entry());
        return out.toByteArray();
    }

    /** Reads a file that holds what {@link #text} gave. */
    public static Proof read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(LogFiles.regular(file))) {
            byte[] text = in.readNBytes(LONGEST + 1);
            if (text.length > LONGEST) {
                throw new ProofException("This is not a proof: it is longer than " + LONGEST + " bytes");
            }
            return parse(text);
        }
    }

    /** Reads what {@link #text} gave. */
    public static Proof parse(byte[] text) {
        Lines lines = new Lines(text);
        if (!lines.text().equals(HEADER)) {
            throw new ProofException("This is not a proof: its first line is not " + HEADER);
        }
        byte[] record = lines.bytes();
        if (record.length >= LogFiles.LONGEST_LINE) {
            throw new ProofException("The record of the proof is too long");
        }
        String index = lines.text();
        if (!index.matches(INDEX + "(0|[1-9][0-9]{0,17})")) {
            throw new ProofException("The proof has no proper index");
        }
        List<byte[]> path = new ArrayList<>();
        for (String line = lines.text(); !line.isEmpty(); line = lines.text()) {
            byte[] hash = line.startsWith(HASH) ? Base64Text.read(line.substring(HASH.length()), Sha256.BYTES) : null;
            path.add(required(hash, "a hash of the proof is malformed"));
        }
        List<Note> notes = new ArrayList<>();
        while (!lines.isEmpty()) {
            notes.add(required(Note.parse(lines.entry()), "a note of the proof is malformed"));
        }
        if (notes.isEmpty()) {
            throw new ProofException("The proof has no checkpoint");
        }
        Note checkpoint = notes.removeLast();
        return new Proof(record, Long.parseLong(index.substring(INDEX.length())), path, notes, checkpoint);
    }

    /** What is wrong with it, or null if the record is in the log of that key. */
    public @Nullable String problem(VerifierKey rootKey) {
        RecordLine line = new RecordLine();
        String malformed = line.parse(record, 0, record.length);
        if (malformed != null || !line.prevIsHex()) {
            return "the record is malformed";
        }
        byte[] hash = new byte[Sha256.BYTES];
        line.computeHash(new Sha256(), hash);
        LineTail tail = new LineTail();
        line.copyPrev(tail);
        tail.hash(hash);
        if (line.seq() != index || !line.endsWith(tail) || !line.log().equals(rootKey.log())) {
            return "the record's number, hash or log is not what it must be";
        }
        VerifierKey key = handedOver(rootKey);
        if (key == null) {
            return "the key was not properly handed over";
        }
        if (!checkpoint.isCheckpoint() || !checkpoint.isSignedBy(key)) {
            return "the checkpoint is not signed with the log's key";
        }
        boolean leads = checkpoint.size() > index
                && InclusionPath.leads(path, hash, index, checkpoint.size(), checkpoint.root());
        return leads ? null : "the hashes do not lead from the record to the signed root";
    }

    private @Nullable VerifierKey handedOver(VerifierKey rootKey) {
        VerifierKey key = rootKey;
        long size = 0;
        for (Note note : handovers) {
            VerifierKey next = note.nextKey();
            boolean good = next != null
                    && note.size() > size
                    && note.size() < checkpoint.size()
                    && next.name().equals(key.name())
                    && note.isSignedBy(key);
            if (!good) {
                return null;
            }
            key = Objects.requireNonNull(next);
            size = note.size();
        }
        return key;
    }

    private static <T> T required(@Nullable T value, String problem) {
        if (value == null) {
            throw new ProofException(problem);
        }
        return value;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The lines of a text, one after another. */
    private static final class Lines {

        private final byte[] text;
        private int at;

        Lines(byte[] text) {
            this.text = text;
        }

        boolean isEmpty() {
            return at == text.length;
        }

        byte[] bytes() {
            int start = at;
            while (at < text.length && text[at] != '\n') {
                at++;
            }
            if (at == text.length) {
                throw new ProofException("The proof ends in the middle");
            }
            return Arrays.copyOfRange(text, start, at++);
        }

        String text() {
            return new String(bytes(), StandardCharsets.UTF_8);
        }

        /** Six lines with their LF; the empty one behind them is skipped. */
        byte[] entry() {
            int start = at;
            for (int i = 1; i < Note.LINES_IN_FILE; i++) {
                bytes();
            }
            byte[] entry = Arrays.copyOfRange(text, start, at);
            if (bytes().length > 0) {
                throw new ProofException("a note of the proof is malformed");
            }
            return entry;
        }
    }
}
