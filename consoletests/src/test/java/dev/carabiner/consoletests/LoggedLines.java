package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What a package logs, as long as this is open. */
final class LoggedLines extends Handler {

    private final Logger logger;
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    LoggedLines(String name) {
        this.logger = Logger.getLogger(name);
        logger.addHandler(this);
    }

    List<String> of(String level) {
        return records.stream()
                .filter(it -> it.getLevel().equals(Level.parse(level)))
                .map(LogRecord::getMessage)
                .toList();
    }

    List<String> all() {
        return records.stream().map(LogRecord::getMessage).toList();
    }

    void await(String text) throws InterruptedException {
        for (int i = 0; i < 1_500 && all().stream().noneMatch(it -> it.contains(text)); i++) {
            Thread.sleep(10);
        }
        assertThat(all()).anyMatch(it -> it.contains(text));
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    @Override
    public void flush() {
        // nothing is kept back
    }

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
