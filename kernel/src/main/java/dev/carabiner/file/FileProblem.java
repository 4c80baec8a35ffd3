package dev.carabiner.file;

import dev.carabiner.display.Throwables;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** What went wrong with a file, in words: many of the JDK's exceptions have only the file's name for a message. */
public final class FileProblem {

    private FileProblem() {}

    /** One line for a person. */
    public static String inWords(Exception e) {
        return switch (e) {
            case NoSuchFileException missing -> missing.getFile() + " is missing";
            case AccessDeniedException closed -> "no permission for " + closed.getFile();
            case NotDirectoryException other -> other.getFile() + " is no directory";
            case FileAlreadyExistsException other -> other.getFile() + " is in the way";
            case DirectoryIteratorException wrapper ->
                inWords(Objects.requireNonNull(wrapper.getCause(), "it always wraps another"));
            default -> Throwables.inWords(e);
        };
    }
}
