package dev.carabiner.guard.path;

import java.nio.file.Path;

/**
 * Where a path leads, and what is doubtful about that.
 *
 * @param place the one name of what it leads to, which need not exist
 * @param throughDeadLink whether a link on the way leads to something that does not exist
 * @param upFromNothing whether it goes up from a name that does not exist, which not every program takes to the same place
 * @param throughFile whether a name, or a dot, follows a regular file
 */
public record ResolvedPath(Path place, boolean throughDeadLink, boolean upFromNothing, boolean throughFile) {}
