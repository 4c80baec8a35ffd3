package dev.carabiner.runtime.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Whole texts, read and written for those tools that change them. One change at a time, so that none is lost. */
final class TextFiles {

    private static final int MOST_BYTES = 10 * 1024 * 1024;

    /** What to make of a text. */
    @FunctionalInterface
    interface Change {
        String apply(String before);
    }

    private final WorkspaceFiles files;
    private final ReentrantLock changing = new ReentrantLock();

    TextFiles(WorkspaceFiles files) {
        this.files = files;
    }

    /** As {@link WorkspaceFiles#settled} says. */
    EventData settled(EventData input, String key) {
        return files.settled(input, key);
    }

    /**
     * Changes a text, or begins one.
     *
     * @param path as the model calls it
     * @param mayBegin whether a file that does not exist counts as an empty one
     */
    ToolResult change(String path, boolean mayBegin, ToolRun run, Change change)
            throws IOException, InterruptedException {
        return exchange(path, run, file -> {
            String before = mayBegin && !files.exists(file) ? "" : read(file);
            return new Exchange(before, change.apply(before));
        });
    }

    /** Writes a text, whatever was there before. */
    ToolResult overwrite(String path, String content, ToolRun run) throws IOException, InterruptedException {
        return exchange(path, run, file -> new Exchange(files.exists(file) ? readIfText(file) : "", content));
    }

    /** The old text and the new. */
    private record Exchange(@Nullable String before, String after) {}

    @FunctionalInterface
    private interface Plan {
        Exchange of(FilePath file) throws IOException;
    }

    private ToolResult exchange(String path, ToolRun run, Plan plan) throws IOException, InterruptedException {
        FilePath file = files.locate(path);
        files.requireWritable(file);
        boolean isNew = !files.exists(file);
        Exchange exchange;
        byte[] content;
        changing.lockInterruptibly();
        try {
            exchange = plan.of(file);
            content = encoded(file, exchange.after());
            files.replace(file, content);
        } finally {
            changing.unlock();
        }
        Artifacts.written(run, file, content.length);
        String said = (isNew ? "Created " : "Changed ") + path + " (" + content.length
                + (content.length == 1 ? " byte)" : " bytes)");
        return new ToolResult(true, said, details(path, exchange));
    }

    private static EventData details(String path, Exchange exchange) {
        if (exchange.before() == null) {
            return EventData.of("diff", "", "truncated", true);
        }
        UnifiedDiff diff = UnifiedDiff.between(path, exchange.before(), exchange.after());
        return EventData.of("diff", diff.text(), "truncated", diff.truncated());
    }

    /** Null for what is no text, or too large for one: it can be replaced all the same, only not compared. */
    private @Nullable String readIfText(FilePath path) throws IOException {
        try (OpenFile file = files.open(path)) {
            byte[] bytes = file.content().readNBytes(MOST_BYTES + 1);
            return bytes.length > MOST_BYTES ? null : decoded(bytes);
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private String read(FilePath path) throws IOException {
        try (OpenFile file = files.open(path)) {
            byte[] bytes = file.content().readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new FileRefusedException(path.asked(), "has more than " + MOST_BYTES + " bytes");
            }
            return decoded(bytes);
        } catch (CharacterCodingException e) {
            throw new FileRefusedException(path.asked(), "is not a text in UTF-8, and would be damaged", e);
        }
    }

    private static String decoded(byte[] bytes) throws CharacterCodingException {
        return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    private static byte[] encoded(FilePath path, String text) {
        try {
            ByteBuffer bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            if (bytes.remaining() > MOST_BYTES) {
                throw new FileRefusedException(path.asked(), "would have more than " + MOST_BYTES + " bytes");
            }
            byte[] content = new byte[bytes.remaining()];
            bytes.get(content);
            return content;
        } catch (CharacterCodingException e) {
            throw new FileRefusedException(path.asked(), "would hold half a character (a lone surrogate)", e);
        }
    }
}
