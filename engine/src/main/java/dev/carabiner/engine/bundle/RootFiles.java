package dev.carabiner.engine.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks that only root, or else only its owner, can have written a file of a managed policy.
 *
 * @param at what problems are reported for
 */
record RootFiles(Position at, boolean rootOnly, List<BundleProblem> problems) {

    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    /** The file, the directory that it really is in, and the one where it has its name. */
    void check(Path file) {
        try {
            Path real = file.toRealPath();
            Path named = file.toAbsolutePath().resolveSibling("");
            for (Path part :
                    Stream.of(real, real.resolveSibling(""), named).distinct().toList()) {
                check(real, part);
            }
        } catch (IOException e) {
            problem(file + " cannot be looked at; expected a file of the managed policy");
        }
    }

    private void check(Path file, Path part) throws IOException {
        boolean posix = part.getFileSystem().supportedFileAttributeViews().contains("unix");
        if (posix && Files.getPosixFilePermissions(part).stream().anyMatch(OTHERS::contains)) {
            problem(part + " can be written by others; a managed policy holds only if they cannot");
        }
        if (rootOnly && (!posix || !Integer.valueOf(0).equals(Files.getAttribute(part, "unix:uid")))) {
            problem(part + " is not root's; a managed policy holds only if root has written " + file);
        }
    }

    private void problem(String message) {
        problems.add(new BundleProblem(at, message));
    }
}
