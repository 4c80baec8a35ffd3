package dev.carabiner.engine.sandbox;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is protected, as it was at one moment.
 *
 * @param files every protected file, link and directory that existed
 * @param mounted those to be held by the system, outer ones only
 * @param nested those of {@link NestedRepositories}, which may change in harmless ways
 */
record ProtectedState(Map<Path, KeptFile> files, List<Path> mounted, Set<Path> nested) {}
