package dev.carabiner.runtime.store;

import dev.carabiner.event.CarabinerException;
import dev.carabiner.file.PrivateFiles;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Cuts off what a process that died has left at the end of a transcript, and keeps it beside it. */
final class TornEnd {

    private static final int CHUNK = 8 * 1024;

    private TornEnd() {}

    /** How many bytes were cut off. None of them had been acknowledged. */
    static long cut(Path file, RandomAccessFile transcript) throws IOException {
        long size = transcript.length();
        long good = goodLength(transcript, size);
        if (good < size) {
            keep(file.resolveSibling(file.getFileName() + ".torn"), transcript, good);
            transcript.setLength(good);
            transcript.getFD().sync();
        }
        return size - good;
    }

    private static long goodLength(RandomAccessFile transcript, long size) throws IOException {
        long end = lineStart(transcript, size);
        if (end == 0) {
            return 0;
        }
        long start = lineStart(transcript, end - 1);
        return isLine(transcript, start, end - 1) ? end : start;
    }

    /** Where the line begins that goes on at this place: behind the end of the one before. */
    private static long lineStart(RandomAccessFile transcript, long place) throws IOException {
        byte[] chunk = new byte[CHUNK];
        long to = place;
        while (to > 0) {
            int count = (int) Math.min(CHUNK, to);
            transcript.seek(to - count);
            transcript.readFully(chunk, 0, count);
            for (int i = count - 1; i >= 0; i--) {
                if (chunk[i] == '\n') {
                    return to - count + i + 1;
                }
            }
            to -= count;
        }
        return 0;
    }

    private static boolean isLine(RandomAccessFile transcript, long from, long to) throws IOException {
        if (to - from > TranscriptReader.LONGEST_LINE) {
            return false;
        }
        byte[] line = new byte[(int) (to - from)];
        transcript.seek(from);
        transcript.readFully(line);
        try {
            TranscriptLine.read(line);
            return true;
        } catch (CarabinerException | IllegalArgumentException e) {
            return false;
        }
    }

    private static void keep(Path torn, RandomAccessFile transcript, long from) throws IOException {
        PrivateFiles.makeFile(torn);
        try (FileOutputStream out = new FileOutputStream(torn.toFile(), true)) {
            byte[] chunk = new byte[CHUNK];
            transcript.seek(from);
            for (int count = transcript.read(chunk); count >= 0; count = transcript.read(chunk)) {
                out.write(chunk, 0, count);
            }
            out.write('\n');
            out.getFD().sync();
        }
    }
}
