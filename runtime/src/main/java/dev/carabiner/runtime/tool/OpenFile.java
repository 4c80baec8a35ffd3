package dev.carabiner.runtime.tool;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A regular file that is being read. */
record OpenFile(FilePath path, long size, InputStream content) implements AutoCloseable {

    private static final int LOOKED_AT = 8000;

    OpenFile(FilePath path, long size, InputStream content) {
        this.path = path;
        this.size = size;
        this.content = new BufferedInputStream(content, 2 * LOOKED_AT);
    }

    /** Text has no zero bytes. Only the beginning is looked at, and nothing is consumed. */
    boolean isBinary() throws IOException {
        content.mark(LOOKED_AT);
        byte[] beginning = content.readNBytes(LOOKED_AT);
        content.reset();
        for (byte each : beginning) {
            if (each == 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        content.close();
    }
}
