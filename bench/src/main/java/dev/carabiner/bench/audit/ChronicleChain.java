package dev.carabiner.bench.audit;

import java.nio.file.Path;
import java.security.MessageDigest;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/** Chronicle Queue's plain append of the record, and one SHA-256 of it, which is not even stored. */
final class ChronicleChain implements ChainedLog {
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private final MessageDigest sha256 = BareChain.sha256();
    private int seen;

    ChronicleChain(Path directory) {
        queue = ChronicleQueue.singleBuilder(directory).build();
        appender = queue.createAppender();
    }

    @Override
    public void append(int place) {
        byte[] record = Samples.bytes(place);
        seen += sha256.digest(record)[0];
        try (DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().write(record);
        }
    }

    /** What is in the mapped file is with the system. */
    @Override
    public void drain() {}

    @Override
    public void close() {
        if (seen == Integer.MIN_VALUE) {
            throw new IllegalStateException("no sum of so few bytes is that"); // or the hash could be left out
        }
        appender.close();
        queue.close();
    }
}
