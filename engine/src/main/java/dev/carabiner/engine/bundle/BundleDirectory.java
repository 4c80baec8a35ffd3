package dev.carabiner.engine.bundle;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * The directory of a bundle's file. Includes stay within it: neither {@code ..} nor a link leads out.
 *
 * @param root without links
 * @param shown as the user wrote it, for messages
 * @param first the bundle's own file
 */
record BundleDirectory(Path root, Path shown, Path first) {

    static BundleDirectory of(Path file) throws IOException {
        Path real = file.toRealPath();
        Path root = Objects.requireNonNull(real.getParent(), "a file is in a directory");
        Path parent = file.getParent();
        return new BundleDirectory(root, parent == null ? Path.of("") : parent, real);
    }

    /** The path is absolute already, and its directory is what its name says, or reading it fails. */
    static BundleDirectory withoutLinks(Path file) {
        Path root = Objects.requireNonNull(file.getParent(), "a file is in a directory");
        return new BundleDirectory(root, root, file);
    }

    BundleSource source(Path file) {
        String name = root.relativize(file).toString().replace('\\', '/');
        String label =
                VisibleText.inOneLine(shown.resolve(root.relativize(file)).toString());
        return new BundleSource(name, label, file, () -> read(file));
    }

    /** The file that one of the directory's files means by a relative name. */
    Path resolve(Path from, String name) throws IOException {
        Path named;
        try {
            named = Path.of(name);
        } catch (InvalidPathException e) {
            throw new IOException("is no file name; expected a relative file, as in ./more.yaml");
        }
        if (named.isAbsolute()) {
            throw new IOException("is an absolute path; expected a file relative to this one");
        }
        Path file = from.resolveSibling(named).normalize();
        if (!file.startsWith(root) || file.equals(root)) {
            throw new IOException("leads out of the bundle's directory; expected a file within it");
        }
        return file;
    }

    static byte[] read(Path file) throws IOException {
        if (!file.toRealPath().equals(file)) {
            throw new IOException("the file is reached through a link; expected a file in the bundle's own directory");
        }
        // Looked at first: opening a pipe would wait for its writer.
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class, NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new IOException("this is not a file; expected a bundle");
        }
        try (InputStream in = Files.newInputStream(file, NOFOLLOW_LINKS)) {
            return in.readNBytes(YamlReader.MOST_BYTES + 1);
        }
    }

    static String inWords(IOException e) {
        return switch (e) {
            case NoSuchFileException missing ->
                "there is no file " + NearMiss.quoted(String.valueOf(missing.getFile())) + "; expected a bundle there";
            case AccessDeniedException denied -> "the file cannot be read: permission denied";
            case FileSystemException other -> "the file cannot be read: " + other.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }
}
