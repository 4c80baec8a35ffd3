package dev.carabiner.docs;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

// snippet: store
/** Keeps the record as lines of JSON. One that {@code append} has returned for is on disk. */
public final class LineLog implements AuditLog, AutoCloseable {

    private final FileOutputStream file; // a FileChannel would be closed by an interruption
    private final ReentrantLock lock = new ReentrantLock();
    private boolean broken;

    public LineLog(Path path) throws IOException {
        this.file = new FileOutputStream(path.toFile(), true);
    }

    @Override
    public void append(AuditRecord record) {
        String line = record.getClass().getSimpleName() + " " + EventDataJson.write(EventData.of((Record) record));
        lock.lock();
        try {
            if (broken) {
                throw new IOException("An earlier record could not be written");
            }
            broken = true; // and it stays so, unless all of this succeeds
            file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            file.getFD().sync();
            broken = false;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // what cannot be recorded is then not permitted
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
// end
