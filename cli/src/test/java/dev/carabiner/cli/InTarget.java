package dev.carabiner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Temporary directories that a confined command sees, since the system's own are private to it. */
final class InTarget implements TempDirFactory {

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        return Files.createTempDirectory(
                Files.createDirectories(Path.of("target")).toAbsolutePath(), "attacked");
    }
}
