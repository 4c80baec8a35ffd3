package dev.carabiner.audit.log;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.file.AtomicFile;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** The disk itself. */
final class DiskStorage implements Storage {

    /** The JDK copies what it writes to memory outside the heap, and each thread keeps as much of it as it has once used. */
    private static final int PIECE = 128 * 1024;

    @Override
    public LogChannel append(Path file) throws IOException {
        return new DiskChannel(FileChannel.open(
                LogFiles.regular(file),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                PrivateFiles.attributes(file, PrivateFiles.READ_WRITE)));
    }

    @Override
    public void overwrite(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(LogFiles.regular(file), StandardOpenOption.WRITE)) {
            new DiskChannel(channel).write(bytes, 0, bytes.length);
            channel.force(false);
        }
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        AtomicFile.move(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        AtomicFile.forceDirectory(directory);
    }

    private record DiskChannel(FileChannel channel) implements LogChannel {

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            int to = from + count;
            for (int at = from; at < to; at += PIECE) {
                ByteBuffer piece = ByteBuffer.wrap(bytes, at, Math.min(PIECE, to - at));
                while (piece.hasRemaining()) {
                    channel.write(piece);
                }
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
