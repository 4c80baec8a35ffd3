package dev.carabiner.runtime.tool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The best there is on a system that cannot open name by name: the whole path is looked at before every use. What happens
 * to it between the look and the use is not seen.
 */
final class NamedDirectory implements OpenDirectory {

    private final Path directory;

    NamedDirectory(Path directory) {
        this.directory = directory;
    }

    @Override
    public BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(unmoved(), BasicFileAttributes.class, NOFOLLOW_LINKS);
    }

    @Override
    public BasicFileAttributes attributes(String name) throws IOException {
        return Files.readAttributes(unmoved().resolve(name), BasicFileAttributes.class, NOFOLLOW_LINKS);
    }

    @Override
    public List<String> names(int most) throws IOException {
        try (Stream<Path> entries = Files.list(unmoved())) {
            return entries.limit(most)
                    .map(it -> Objects.requireNonNull(it.getFileName()).toString())
                    .toList();
        }
    }

    @Override
    public OpenDirectory open(String name) throws IOException {
        Path entry = unmoved().resolve(name);
        if (!attributes(name).isDirectory()) {
            throw new NotDirectoryException(entry.toString());
        }
        return new NamedDirectory(entry);
    }

    @Override
    public SeekableByteChannel read(String name) throws IOException {
        return PromptOpen.of(name, options -> Files.newByteChannel(unmoved().resolve(name), options));
    }

    @Override
    public SeekableByteChannel create(String name) throws IOException {
        return Files.newByteChannel(
                unmoved().resolve(name),
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, NOFOLLOW_LINKS));
    }

    @Override
    public boolean isReadOnly(String name) throws IOException {
        return !Files.isWritable(unmoved().resolve(name));
    }

    @Override
    public void copyAccess(String from, String to) throws IOException {
        Path here = unmoved();
        FileOwnerAttributeView owner =
                Files.getFileAttributeView(here.resolve(to), FileOwnerAttributeView.class, NOFOLLOW_LINKS);
        if (owner != null) {
            owner.setOwner(Files.getOwner(here.resolve(from), NOFOLLOW_LINKS));
        }
    }

    @Override
    public void move(String name, OpenDirectory to, String newName) throws IOException {
        if (!(to instanceof NamedDirectory other)) {
            throw new IllegalArgumentException("The other directory is of another kind");
        }
        Files.move(
                unmoved().resolve(name),
                other.unmoved().resolve(newName),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void deleteFile(String name) throws IOException {
        Files.delete(unmoved().resolve(name));
    }

    @Override
    public void deleteDirectory(String name) throws IOException {
        Files.delete(unmoved().resolve(name));
    }

    @Override
    public void close() {}

    private Path unmoved() throws IOException {
        if (!directory.toRealPath().equals(directory)) {
            throw new AccessDeniedException(directory.toString(), null, "leads through a link");
        }
        return directory;
    }
}
