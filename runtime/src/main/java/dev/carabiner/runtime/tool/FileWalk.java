package dev.carabiner.runtime.tool;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * All regular files below a directory, in the order of their names. Links are not followed, and the insides of version
 * control are left out.
 */
final class FileWalk {

    /** A file that was found; {@code names} lead to it from where the walk began. */
    record Found(List<String> names, BasicFileAttributes attributes) {}

    /** Is given the directory while it is open, so that the file can be read without going there again. */
    @FunctionalInterface
    interface Visitor {
        /** Whether to go on. */
        boolean visit(Found file, OpenDirectory in) throws IOException, InterruptedException;
    }

    private static final Set<String> LEFT_OUT = Set.of(".git", ".hg", ".svn", ".carabiner");
    private static final int MOST_ENTRIES = 200_000;
    private static final int DEEPEST = 64;

    private final Visitor visitor;
    private int entries;
    private boolean incomplete;
    private boolean stopped;

    private FileWalk(Visitor visitor) {
        this.visitor = visitor;
    }

    /** Whether everything was seen: not if there was too much of it, or some could not be opened. */
    static boolean through(OpenDirectory directory, Visitor visitor) throws IOException, InterruptedException {
        FileWalk walk = new FileWalk(visitor);
        walk.enter(directory, List.of());
        return !walk.incomplete;
    }

    private void enter(OpenDirectory directory, List<String> way) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>(directory.names(MOST_ENTRIES - entries));
        entries += names.size();
        incomplete |= entries >= MOST_ENTRIES;
        Collections.sort(names);
        for (String name : names) {
            if (Thread.interrupted()) {
                throw new InterruptedException("The search was interrupted");
            }
            if (!stopped) {
                look(directory, way, name);
            }
        }
    }

    private void look(OpenDirectory directory, List<String> way, String name) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>(way);
        names.add(name);
        try {
            BasicFileAttributes attributes = directory.attributes(name);
            if (attributes.isRegularFile()) {
                stopped = !visitor.visit(new Found(names, attributes), directory);
            } else if (attributes.isDirectory() && !LEFT_OUT.contains(name)) {
                descend(directory, names, name);
            }
        } catch (FileSystemException e) {
            incomplete = true; // gone meanwhile, or closed to us
        }
    }

    private void descend(OpenDirectory directory, List<String> names, String name)
            throws IOException, InterruptedException {
        if (names.size() > DEEPEST) {
            incomplete = true;
            return;
        }
        try (OpenDirectory inside = directory.open(name)) {
            enter(inside, names);
        }
    }
}
