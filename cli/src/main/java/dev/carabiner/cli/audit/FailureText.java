package dev.carabiner.cli.audit;

import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** What went wrong, in words for a person. */
final class FailureText {

    private FailureText() {}

    static String shown(@Nullable Throwable problem) {
        String message = problem == null ? null : problem.getMessage();
        return VisibleText.inOneLine(message == null ? String.valueOf(problem) : message);
    }

    /** The file and why; Java's own message is often the name alone. */
    static String shown(IOException problem) {
        if (!(problem instanceof FileSystemException about) || about.getFile() == null) {
            return shown((Throwable) problem);
        }
        return VisibleText.inOneLine(about.getFile() + ": " + reason(about));
    }

    private static String reason(FileSystemException problem) {
        if (problem instanceof NoSuchFileException) {
            return "there is no such file or directory";
        }
        if (problem instanceof AccessDeniedException) {
            return "access is denied";
        }
        if (problem instanceof NotDirectoryException) {
            return "is not a directory";
        }
        String reason = problem.getReason();
        return reason == null ? problem.getClass().getSimpleName() : reason;
    }
}
