package dev.carabiner.audit.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The disk itself. */
final class DiskStorage implements Storage {

    /** The JDK copies what it writes to memory outside the heap, and each thread keeps as much of it as it has once used. */
    private static final int PIECE = 128 * 1024;

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

    @Override
    public LogChannel append(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), ownersOnly("rw-------"));
        channel.position(channel.size());
        return new DiskChannel(channel);
    }

    static FileAttribute<?>[] ownersOnly(String permissions) {
        return POSIX
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        if (POSIX) { // elsewhere a directory cannot be opened, and names last without it
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
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
        public void overwrite(byte[] bytes) throws IOException {
            channel.write(ByteBuffer.wrap(bytes), 0);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
