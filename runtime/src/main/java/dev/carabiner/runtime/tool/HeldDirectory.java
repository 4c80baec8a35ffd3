package dev.carabiner.runtime.tool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** By the system's own handle, relative to which names are looked up. */
final class HeldDirectory implements OpenDirectory {

    private static final Set<PosixFilePermission> WRITING =
            Set.of(PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private final SecureDirectoryStream<Path> directory;

    HeldDirectory(SecureDirectoryStream<Path> directory) {
        this.directory = directory;
    }

    @Override
    public BasicFileAttributes attributes() throws IOException {
        return directory.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
    }

    @Override
    public BasicFileAttributes attributes(String name) throws IOException {
        return directory
                .getFileAttributeView(Path.of(name), BasicFileAttributeView.class, NOFOLLOW_LINKS)
                .readAttributes();
    }

    @Override
    public List<String> names(int most) throws IOException {
        List<String> names = new ArrayList<>();
        try {
            Iterator<Path> entries = directory.iterator();
            while (names.size() < most && entries.hasNext()) {
                names.add(Objects.requireNonNull(entries.next().getFileName()).toString());
            }
            return names;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    @Override
    public OpenDirectory open(String name) throws IOException {
        Path entry = Path.of(name);
        if (!attributes(name).isDirectory()) { // or the system would wait at a pipe
            throw new NotDirectoryException(name);
        }
        return new HeldDirectory(PromptOpen.watched(
                name,
                options -> directory.newByteChannel(entry, options),
                () -> directory.newDirectoryStream(entry, NOFOLLOW_LINKS)));
    }

    @Override
    public SeekableByteChannel read(String name) throws IOException {
        return PromptOpen.of(name, options -> directory.newByteChannel(Path.of(name), options));
    }

    @Override
    public SeekableByteChannel create(String name) throws IOException {
        return directory.newByteChannel(
                Path.of(name), Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, NOFOLLOW_LINKS));
    }

    @Override
    public boolean isReadOnly(String name) throws IOException {
        return Collections.disjoint(view(name).readAttributes().permissions(), WRITING);
    }

    @Override
    public void copyAccess(String from, String to) throws IOException {
        PosixFileAttributes wanted = view(from).readAttributes();
        PosixFileAttributeView copy = view(to);
        PosixFileAttributes given = copy.readAttributes();
        try {
            if (!given.owner().equals(wanted.owner())) {
                copy.setOwner(wanted.owner());
            }
            if (!given.group().equals(wanted.group())) {
                copy.setGroup(wanted.group());
            }
        } catch (IOException e) {
            System.getLogger(HeldDirectory.class.getName())
                    .log(Level.DEBUG, "Only its owner could keep the owner of " + from, e);
        }
        copy.setPermissions(wanted.permissions());
    }

    private PosixFileAttributeView view(String name) {
        return directory.getFileAttributeView(Path.of(name), PosixFileAttributeView.class, NOFOLLOW_LINKS);
    }

    @Override
    public void move(String name, OpenDirectory to, String newName) throws IOException {
        if (!(to instanceof HeldDirectory other)) {
            throw new IllegalArgumentException("The other directory is of another kind");
        }
        directory.move(Path.of(name), other.directory, Path.of(newName));
    }

    @Override
    public void deleteFile(String name) throws IOException {
        directory.deleteFile(Path.of(name));
    }

    @Override
    public void deleteDirectory(String name) throws IOException {
        directory.deleteDirectory(Path.of(name));
    }

    @Override
    public void close() throws IOException {
        directory.close();
    }
}
