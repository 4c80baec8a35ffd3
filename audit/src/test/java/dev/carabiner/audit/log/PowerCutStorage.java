package dev.carabiner.audit.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A disk whose cache is this process: what was written and not forced is gone when the process is killed, as it is when a
 * machine loses power. Forcing takes its time, so that a caller that is acknowledged before it is over is found out.
 */
final class PowerCutStorage implements Storage {

    private static final long FORCING = 2_000_000;

    private final Storage disk = new DiskStorage();
    private final boolean lies;

    /** One that lies says that it has forced records, and has not. */
    PowerCutStorage(boolean lies) {
        this.lies = lies;
    }

    @Override
    public LogChannel append(Path file) throws IOException {
        boolean segment = file.getFileName().toString().matches("segment-\\d+\\.jsonl");
        return new Cached(disk.append(file), lies && segment);
    }

    @Override
    public void overwrite(Path file, byte[] bytes) throws IOException {
        disk.overwrite(file, bytes);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        disk.move(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        disk.delete(file);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        disk.forceDirectory(directory);
    }

    private static final class Cached implements LogChannel {

        private final LogChannel file;
        private final boolean lies;
        private final ReentrantLock lock = new ReentrantLock();
        private ByteArrayOutputStream cache = new ByteArrayOutputStream();

        Cached(LogChannel file, boolean lies) {
            this.file = file;
            this.lies = lies;
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            lock.lock();
            try {
                cache.write(bytes, from, count);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void force() throws IOException {
            LockSupport.parkNanos(FORCING);
            if (!lies) {
                writeOut();
                file.force();
            }
        }

        private void writeOut() throws IOException {
            lock.lock();
            try {
                file.write(cache.toByteArray(), 0, cache.size());
                cache = new ByteArrayOutputStream();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public long size() throws IOException {
            lock.lock();
            try {
                return file.size() + cache.size();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            writeOut();
            file.truncate(size);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
