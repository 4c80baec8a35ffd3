package dev.carabiner.cli.audit;

import dev.carabiner.audit.verify.LineReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The openings of one segment's secret values, from which they can be erased. */
record Openings(Path file) {

    private static final int PIECE = 64 * 1024;

    private record Span(long from, long length) {}

    /** Whether there is anything to erase for that commitment, or left over from an erasure that was interrupted. */
    boolean holds(String commitment) throws IOException {
        return !spans(commitment).isEmpty();
    }

    /**
     * Overwrites the opening of that commitment, and completes what an interrupted erasure has left. The first byte
     * goes first and alone: whatever a crash leaves after it, a verifier sees that the line was being erased.
     */
    void erase(String commitment) throws IOException {
        List<Span> spans = spans(commitment);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (Span span : spans) {
                blank(channel, span.from, 1);
            }
            channel.force(true);
            for (Span span : spans) {
                blank(channel, span.from, span.length);
            }
            channel.force(true);
        }
    }

    private static void blank(FileChannel channel, long from, long length) throws IOException {
        byte[] spaces = new byte[PIECE];
        Arrays.fill(spaces, (byte) ' ');
        long at = from;
        while (at < from + length) {
            int count = (int) Math.min(PIECE, from + length - at);
            at += channel.write(ByteBuffer.wrap(spaces, 0, count), at);
        }
    }

    private List<Span> spans(String commitment) throws IOException {
        List<Span> spans = new ArrayList<>();
        if (Files.notExists(file)) {
            return spans;
        }
        byte[] start = (commitment + " ").getBytes(StandardCharsets.US_ASCII);
        try (LineReader lines = new LineReader(file)) {
            for (LineReader.Kind kind = lines.next(); kind != LineReader.Kind.END; kind = lines.next()) {
                boolean whole = kind == LineReader.Kind.LINE || kind == LineReader.Kind.UNFINISHED;
                if (whole && (startsWith(lines, start) || isHalfErased(lines))) {
                    spans.add(new Span(lines.offset(), lines.to() - lines.from()));
                }
                if (kind == LineReader.Kind.UNFINISHED) {
                    break;
                }
            }
        }
        return spans;
    }

    private static boolean startsWith(LineReader lines, byte[] start) {
        int to = Math.min(lines.to(), lines.from() + start.length);
        return Arrays.equals(lines.bytes(), lines.from(), to, start, 0, start.length);
    }

    private static boolean isHalfErased(LineReader lines) {
        boolean begun = lines.to() > lines.from() && lines.bytes()[lines.from()] == ' ';
        for (int i = lines.from(); begun && i < lines.to(); i++) {
            if (lines.bytes()[i] != ' ') {
                return true;
            }
        }
        return false;
    }
}
