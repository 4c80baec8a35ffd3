package dev.carabiner.console;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * What git's own list says of a file. It is read as bytes: to start git in a directory that an agent writes to would run
 * whatever its settings name.
 */
final class GitIndex {

    private static final long LARGEST = 32L * 1024 * 1024;
    private static final int SIGNATURE = 0x44495243; // DIRC
    private static final int EXTENDED = 0x4000;
    private static final int NAME_LENGTH = 0x0FFF;
    private static final int BEFORE_FLAGS = 40; // times, device, mode, owner, size; then 20 bytes of the content's hash

    private GitIndex() {}

    /** In words: whether git knows the file and whether it is as git last saw it; empty if that cannot be told. */
    static String about(Path directory, Path file) {
        Path root = directory;
        while (root != null && !Files.isDirectory(root.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
            root = root.getParent();
        }
        if (root == null || !file.startsWith(root)) {
            return "";
        }
        Path index = root.resolve(".git").resolve("index");
        try {
            if (!Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS) || Files.size(index) > LARGEST) {
                return "";
            }
            String name = root.relativize(file).toString().replace('\\', '/');
            return entry(ByteBuffer.wrap(Files.readAllBytes(index)), name.getBytes(StandardCharsets.UTF_8), file);
        } catch (IOException | BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException e) {
            return "";
        }
    }

    private static String entry(ByteBuffer index, byte[] name, Path file) throws IOException {
        int signature = index.getInt();
        int version = index.getInt();
        if (signature != SIGNATURE || version < 2 || version > 3) {
            return "";
        }
        int entries = index.getInt();
        for (int i = 0; i < entries; i++) {
            int begin = index.position();
            long changed = index.getInt(begin + 8) & 0xFFFF_FFFFL;
            long size = index.getInt(begin + 36) & 0xFFFF_FFFFL;
            index.position(begin + BEFORE_FLAGS + 20);
            int flags = index.getShort();
            if ((flags & EXTENDED) != 0) {
                index.getShort();
            }
            byte[] found = name(index, flags & NAME_LENGTH);
            if (java.util.Arrays.equals(found, name)) {
                return isAsSeen(file, changed, size) ? "tracked by git, unchanged" : "tracked by git, with changes";
            }
            index.position(begin + (index.position() - begin + 8) / 8 * 8); // padded by one to eight zero bytes
        }
        return "not tracked by git";
    }

    private static byte[] name(ByteBuffer index, int length) {
        if (length == NAME_LENGTH) {
            throw new IllegalArgumentException("a name that is longer than its field");
        }
        byte[] name = new byte[length];
        index.get(name);
        return name;
    }

    private static boolean isAsSeen(Path file, long changed, long size) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        return now.size() == size && now.lastModifiedTime().toInstant().getEpochSecond() == changed;
    }
}
