package dev.carabiner.bench.audit;

import java.io.IOException;

/** A log that keeps records in order, with a hash of each. Opened in an empty directory, for one stretch. */
interface ChainedLog extends AutoCloseable {

    void append(int place) throws IOException;

    /** Returns when the records are with the system; they need not be on disk. */
    void drain() throws IOException;

    @Override
    void close() throws IOException;
}
