package dev.carabiner.runtime.tool;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The files that decide what an agent may do, as they are at one moment: a command is no tool that could be kept from
 * writing them, but what it has changed can be seen.
 */
final class SettingsSnapshot {

    /** What a session itself writes, where the working directory is the user's home. */
    private static final Set<String> OWN_RECORDS = Set.of("sessions", "history");

    private static final int MOST_FILES = 2_000;
    private static final int DEEPEST = 8;

    /** Of what is larger, size and time have to do. */
    private static final long LARGEST = 1024 * 1024;

    private final Map<Path, String> files = new TreeMap<>();

    private SettingsSnapshot() {}

    static SettingsSnapshot of(Collection<Path> places) {
        SettingsSnapshot snapshot = new SettingsSnapshot();
        places.forEach(place -> snapshot.add(place, 0));
        return snapshot;
    }

    /** What is new, gone or different. */
    List<Path> changedSince(SettingsSnapshot before) {
        Set<Path> all = new TreeSet<>(files.keySet());
        all.addAll(before.files.keySet());
        List<Path> changed = new ArrayList<>();
        for (Path file : all) {
            if (!Objects.equals(files.get(file), before.files.get(file))) {
                changed.add(file);
            }
        }
        return changed;
    }

    private void add(Path path, int depth) {
        if (files.size() >= MOST_FILES || !Files.exists(path, NOFOLLOW_LINKS)) {
            return;
        }
        String link = "";
        try {
            link = Files.isSymbolicLink(path) ? "link to " + Files.readSymbolicLink(path) + ", " : "";
            if (Files.isDirectory(path) && depth < DEEPEST) {
                files.put(path, link + "directory");
                addAllIn(path, depth);
            } else {
                files.put(path, link + content(path));
            }
        } catch (IOException e) {
            files.put(path, link + "unreadable");
        }
    }

    private void addAllIn(Path directory, int depth) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                if (depth > 0 || !OWN_RECORDS.contains(String.valueOf(entry.getFileName()))) {
                    add(entry, depth + 1);
                }
            }
        }
    }

    private static String content(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "no file";
        }
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return attributes.size() > LARGEST
                ? attributes.size() + " bytes of " + attributes.lastModifiedTime()
                : digest(Files.readAllBytes(file));
    }

    private static String digest(byte[] content) {
        try {
            return new BigInteger(1, MessageDigest.getInstance("SHA-256").digest(content)).toString(16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }
}
