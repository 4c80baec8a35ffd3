package dev.carabiner.runtime.tool;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/**
 * A directory that is held open, so that it stays the same one whatever happens to its name. Everything in it is named by
 * a single name, and no link is ever followed.
 */
interface OpenDirectory extends AutoCloseable {

    /** Opens the directory that stands there now. The caller makes sure that it is the right one. */
    @SuppressWarnings("StreamResourceLeak") // to hold it open is the purpose
    static OpenDirectory at(Path directory) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(directory);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return new HeldDirectory(secure);
        }
        stream.close();
        return new NamedDirectory(directory);
    }

    /** Its own. */
    BasicFileAttributes attributes() throws IOException;

    /** Those of an entry; of a link itself, not of what it leads to. */
    BasicFileAttributes attributes(String name) throws IOException;

    /** In no particular order, and no more than so many. Can be asked once. */
    List<String> names(int most) throws IOException;

    OpenDirectory open(String name) throws IOException;

    /** For what was a regular file a moment ago. A pipe that was put in its place is refused, and not waited for. */
    SeekableByteChannel read(String name) throws IOException;

    /** A new file. It is an error if there is something already. */
    SeekableByteChannel create(String name) throws IOException;

    /** Whether no permission lets it be written. A move would not ask. */
    boolean isReadOnly(String name) throws IOException;

    /** Gives a file the permissions and, as far as possible, the owner of another. */
    void copyAccess(String from, String to) throws IOException;

    /** In one step, replacing a file or an empty directory that is there. */
    void move(String name, OpenDirectory to, String newName) throws IOException;

    void deleteFile(String name) throws IOException;

    void deleteDirectory(String name) throws IOException;

    @Override
    void close() throws IOException;
}
