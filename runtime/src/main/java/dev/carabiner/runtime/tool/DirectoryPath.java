package dev.carabiner.runtime.tool;

import dev.carabiner.guard.path.Workspace;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;

/** The way from the workspace's root to a directory in it, one open directory at a time. */
final class DirectoryPath {

    /** Opens one more on the way. */
    @FunctionalInterface
    private interface Step {
        OpenDirectory into(OpenDirectory parent, String name) throws IOException;
    }

    private final Workspace workspace;

    DirectoryPath(Workspace workspace) {
        this.workspace = workspace;
    }

    /** @param canonical in the workspace */
    OpenDirectory open(Path canonical) throws IOException {
        return walk(canonical, OpenDirectory::open);
    }

    /** Makes those that are missing. */
    OpenDirectory openOrMake(Path canonical) throws IOException {
        return walk(canonical, (parent, name) -> {
            try {
                return parent.open(name);
            } catch (NoSuchFileException e) {
                make(parent, name);
                return parent.open(name);
            }
        });
    }

    private OpenDirectory walk(Path canonical, Step step) throws IOException {
        OpenDirectory at = root();
        try {
            if (!canonical.equals(workspace.root())) {
                for (Path name : workspace.root().relativize(canonical)) {
                    OpenDirectory parent = at;
                    at = step.into(parent, name.toString());
                    parent.close();
                }
            }
            return at;
        } catch (IOException e) {
            at.close();
            throw e;
        }
    }

    private OpenDirectory root() throws IOException {
        OpenDirectory root = OpenDirectory.at(workspace.root());
        if (workspace.isRoot(root.attributes())) {
            return root;
        }
        root.close();
        throw new AccessDeniedException(
                workspace.root().toString(), null, "is no longer the directory that the session began in");
    }

    /**
     * A directory can only be made by its path, and a path can be redirected. So it is made at the root, where no one can,
     * and then moved to where it belongs, which takes no path.
     */
    private void make(OpenDirectory parent, String name) throws IOException {
        String fresh = ".new-" + UUID.randomUUID();
        Files.createDirectory(workspace.root().resolve(fresh));
        try (OpenDirectory root = root()) {
            try {
                root.move(fresh, parent, name);
            } catch (FileSystemException e) {
                root.deleteDirectory(fresh);
                throw e;
            }
        }
    }
}
