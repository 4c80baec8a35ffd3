package dev.carabiner.bench.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The least that a chain can cost: hash the record with the hash before it, copy both to a buffer, write that when full. */
final class BareChain implements ChainedLog {
    private static final int HASH = 32;

    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(256 * 1024);
    private final MessageDigest sha256 = sha256();
    private final byte[] hash = new byte[HASH];

    BareChain(Path directory) throws IOException {
        file = FileChannel.open(directory.resolve("records"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    @Override
    public void append(int place) throws IOException {
        byte[] record = Samples.bytes(place);
        sha256.update(hash);
        sha256.update(record);
        try {
            sha256.digest(hash, 0, HASH);
        } catch (DigestException e) {
            throw new AssertionError("32 bytes are enough", e);
        }
        if (buffer.remaining() < record.length + HASH) {
            drain();
        }
        buffer.put(record).put(hash);
    }

    @Override
    public void drain() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            file.write(buffer);
        }
        buffer.clear();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
