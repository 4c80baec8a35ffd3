package dev.carabiner.audit.log;

import dev.carabiner.audit.format.Notes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Another file, in the form of the side file. */
final class FileAnchor implements Anchor {

    private final Path file;
    private boolean inOrder;

    FileAnchor(Path file) {
        this.file = file;
    }

    @Override
    public void keep(byte[] note) throws IOException {
        byte[] entry = Arrays.copyOf(note, note.length + 1);
        entry[note.length] = '\n';
        try (Storage.LogChannel channel = new DiskStorage().append(file)) {
            if (!inOrder) {
                channel.truncate(wholeLength());
                inOrder = true;
            }
            channel.write(entry, 0, entry.length);
            channel.force();
        }
    }

    /** A crash may have left half a note; behind it, no other could be read. */
    private long wholeLength() throws IOException {
        try (Notes notes = Notes.open(file)) {
            byte[] next = notes.next();
            while (next != null) {
                next = notes.next();
            }
            return notes.isTorn() ? notes.wholeLength() : Files.size(file);
        }
    }

    @Override
    public String name() {
        return "file " + file;
    }
}
