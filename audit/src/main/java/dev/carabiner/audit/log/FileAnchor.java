package dev.carabiner.audit.log;

import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.Notes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Another file, in the form of the side file. It is only ever appended to, unless a crash has left half a note. */
final class FileAnchor implements Anchor {

    private final Path file;
    private final Storage storage;
    private final ReentrantLock lock = new ReentrantLock();
    private String origin = "";
    private long length = -1;

    FileAnchor(Path file) {
        this(file, new DiskStorage());
    }

    FileAnchor(Path file, Storage storage) {
        this.file = file;
        this.storage = storage;
    }

    @Override
    public void keep(byte[] note) throws IOException {
        lock.lock();
        try {
            boolean made = Files.notExists(file);
            if (made) {
                makeDirectory();
            }
            try (Storage.LogChannel channel = storage.append(file)) {
                if (made) {
                    forceDirectory();
                }
                append(note, channel);
            }
        } finally {
            lock.unlock();
        }
    }

    private void makeDirectory() throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            storage.makeDirectories(directory);
        }
    }

    private void forceDirectory() throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            storage.forceDirectory(directory);
        }
    }

    private void append(byte[] note, Storage.LogChannel channel) throws IOException {
        String noteOrigin = firstLine(note);
        if (channel.size() != length || !noteOrigin.equals(origin)) { // not as it was left here
            putInOrder(noteOrigin, channel);
        }
        byte[] entry = Arrays.copyOf(note, note.length + 1);
        entry[note.length] = '\n';
        channel.write(entry, 0, entry.length);
        channel.force();
        origin = noteOrigin;
        length = channel.size();
    }

    /** Behind half a note, no other could be read; behind another log's, ours would look forged. */
    private void putInOrder(String noteOrigin, Storage.LogChannel channel) throws IOException {
        try (Notes notes = Notes.open(file)) {
            for (byte[] next = notes.next(); next != null; next = notes.next()) {
                if (isOfAnother(Note.parse(next), noteOrigin)) {
                    throw new IOException("it holds checkpoints of another log; each log needs a file of its own");
                }
            }
            if (notes.isTorn()) {
                channel.truncate(notes.wholeLength());
            }
        }
    }

    private static boolean isOfAnother(@Nullable Note note, String origin) {
        return note != null && !note.origin().equals(origin);
    }

    private static String firstLine(byte[] note) {
        return new String(note, StandardCharsets.UTF_8).lines().findFirst().orElse("");
    }

    @Override
    public String name() {
        return "file " + file;
    }
}
