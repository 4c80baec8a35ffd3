package dev.carabiner.hooks.lint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * The text of a file below a directory, read through the handles of the directories on the way: where a link or a pipe has
 * been put in the place of one of them since its path was resolved, nothing is read.
 */
public final class SettledFile {

    private SettledFile() {}

    /**
     * Reads it.
     *
     * @param root the directory, by its real path
     * @param file a path below it, without a link in it
     * @param most how many bytes a text may have
     * @throws java.nio.charset.CharacterCodingException if it is no text in UTF-8
     * @throws IOException if a link leads to it by now, or it is no regular file, is gone, or has more bytes
     */
    public static String text(Path root, Path file, int most) throws IOException {
        try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
            if (top instanceof SecureDirectoryStream<Path> handle) {
                return text(handle, root.relativize(file), most);
            }
        }
        if (!file.toRealPath().equals(file)) { // the best there is on a system without such handles
            throw new FileSystemException(file.toString(), null, "is reached through a link");
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.READ, NOFOLLOW_LINKS)) {
            return decoded(file, channel, most);
        }
    }

    private static String text(SecureDirectoryStream<Path> directory, Path below, int most) throws IOException {
        Path name = below.getName(0);
        boolean isLast = below.getNameCount() == 1;
        BasicFileAttributes attributes = directory
                .getFileAttributeView(name, BasicFileAttributeView.class, NOFOLLOW_LINKS)
                .readAttributes();
        if (isLast ? !attributes.isRegularFile() : !attributes.isDirectory()) { // to open a pipe would wait for its end
            throw new FileSystemException(name.toString(), null, "is something else by now");
        }
        if (!isLast) {
            try (SecureDirectoryStream<Path> next = directory.newDirectoryStream(name, NOFOLLOW_LINKS)) {
                return text(next, below.subpath(1, below.getNameCount()), most);
            }
        }
        try (SeekableByteChannel channel =
                directory.newByteChannel(name, Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS))) {
            return decoded(name, channel, most);
        }
    }

    private static String decoded(Path file, SeekableByteChannel channel, int most) throws IOException {
        byte[] bytes = Channels.newInputStream(channel).readNBytes(most + 1);
        if (bytes.length > most) {
            throw new FileSystemException(file.toString(), null, "has more than " + most + " bytes");
        }
        return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
}
