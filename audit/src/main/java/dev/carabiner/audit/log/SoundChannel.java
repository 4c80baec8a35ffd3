package dev.carabiner.audit.log;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A file that is believed no more once it could not be written or forced. The system tells of a failed force once, to whoever
 * asks first, and then says that all is well; so when two threads force one file, they do it one after the other, and the
 * second learns what became of the first.
 */
final class SoundChannel implements Storage.LogChannel {

    private final Storage.LogChannel channel;
    private final ReentrantLock forcing = new ReentrantLock();
    private volatile @Nullable IOException failure;

    SoundChannel(Storage.LogChannel channel) {
        this.channel = channel;
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        requireSound();
        try {
            channel.write(bytes, from, count);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @Override
    public void force() throws IOException {
        forcing.lock();
        try {
            requireSound();
            channel.force();
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
    }

    @Override
    public void overwrite(byte[] bytes) throws IOException {
        channel.overwrite(bytes);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
