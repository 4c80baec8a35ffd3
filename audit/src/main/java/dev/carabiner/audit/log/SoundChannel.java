package dev.carabiner.audit.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A file that is believed no more once it could not be written or forced, or once another writer has written it.
 *
 * <p>The system tells of a failed force once, to the one that asks first, and then says that all is well; so when two threads force
 * one file, they do it one after the other, and the second learns what became of the first.
 *
 * <p>The lock that keeps other writers out can be lost without a word: it is gone when anything in this process has read the
 * lock's file and closed it, or when that file was removed. Therefore the file's length is asked for before each
 * write, and once more before anything is acknowledged.
 */
final class SoundChannel implements Storage.LogChannel {

    private final Path file;
    private final Storage.LogChannel channel;
    private final ReentrantLock forcing = new ReentrantLock();
    private volatile boolean unforced = true; // what was there when it was opened may not be on disk yet
    private volatile @Nullable IOException failure;
    private long length;

    SoundChannel(Path file, Storage.LogChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.length = channel.size();
    }

    static SoundChannel append(Storage storage, Path file) throws IOException {
        return new SoundChannel(file, storage.append(file));
    }

    /** How long it is, if no other writer has written it. Like all but {@link #force}, for the thread that writes. */
    long length() {
        return length;
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        requireOwn();
        try {
            channel.write(bytes, from, count);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        length += count;
        unforced = true; // not before: who forces it meanwhile has not forced this
    }

    /** Throws if the file is not as long as what was written here. */
    void requireOwn() throws IOException {
        requireSound();
        long found = channel.size();
        if (found != length) {
            failure = new IOException(file.getFileName() + " has " + found + " bytes and should have " + length
                    + ": another writer has changed it");
            throw failure;
        }
    }

    @Override
    public void force() throws IOException {
        forcing.lock();
        try {
            requireSound();
            if (unforced) {
                unforced = false;
                channel.force();
            }
        } catch (IOException e) {
            failure = e;
            throw e;
        } finally {
            forcing.unlock();
        }
    }

    private void requireSound() throws IOException {
        IOException before = failure;
        if (before != null) {
            throw new IOException(before.getMessage(), before);
        }
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public void truncate(long size) throws IOException {
        channel.truncate(size);
        length = size;
        unforced = true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
