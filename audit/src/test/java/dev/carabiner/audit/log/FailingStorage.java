package dev.carabiner.audit.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A disk that works until it does not. After the first failure everything fails, as if the process had died there. */
final class FailingStorage implements Storage {

    private final Storage disk = new DiskStorage();
    private final Predicate<String> fails;
    private volatile boolean failed;

    /** The predicate is given what is about to be done, such as {@code force segment-000001.jsonl}. */
    FailingStorage(Predicate<String> fails) {
        this.fails = fails;
    }

    /** Fails at the operation with that number, counted from 1. */
    static FailingStorage at(int operation) {
        AtomicInteger count = new AtomicInteger();
        return new FailingStorage(what -> count.incrementAndGet() == operation);
    }

    boolean failed() {
        return failed;
    }

    private void before(String what, Path file) throws IOException {
        if (failed || fails.test(what + " " + file.getFileName())) {
            failed = true;
            throw new IOException("Input/output error (" + what + ")");
        }
    }

    @Override
    public LogChannel append(Path file) throws IOException {
        before("open", file);
        return new Channel(file, disk.append(file));
    }

    @Override
    public void overwrite(Path file, byte[] bytes) throws IOException {
        before("overwrite", file);
        disk.overwrite(file, bytes);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        before("move", from);
        disk.move(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        before("delete", file);
        disk.delete(file);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        before("force directory", directory);
        disk.forceDirectory(directory);
    }

    private final class Channel implements LogChannel {

        private final Path file;
        private final LogChannel channel;

        Channel(Path file, LogChannel channel) {
            this.file = file;
            this.channel = channel;
        }

        /** A write that fails has written half. */
        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            try {
                before("write", file);
            } catch (IOException e) {
                channel.write(bytes, from, count / 2);
                throw e;
            }
            channel.write(bytes, from, count);
        }

        @Override
        public void force() throws IOException {
            before("force", file);
            channel.force();
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public void truncate(long size) throws IOException {
            before("truncate", file);
            channel.truncate(size);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
