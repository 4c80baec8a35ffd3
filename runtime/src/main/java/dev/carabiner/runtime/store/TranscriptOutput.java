package dev.carabiner.runtime.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;

/** The end of the file, so that a test can let it fail. */
interface TranscriptOutput extends Closeable {

    void write(byte[] bytes) throws IOException;

    /** Returns when everything written is on disk. */
    void force() throws IOException;

    /** No channel: that would be closed by the interruption of the thread that happens to write. */
    static TranscriptOutput to(RandomAccessFile file) {
        return new TranscriptOutput() {
            @Override
            public void write(byte[] bytes) throws IOException {
                file.write(bytes);
            }

            @Override
            public void force() throws IOException {
                file.getFD().sync();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }
}
