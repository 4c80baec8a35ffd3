package dev.carabiner.engine.sandbox;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What is protected, as it was at one moment.
 *
 * @param files every protected file, link and directory that existed
 * @param mounted those to be held by the system, outer ones only
 */
record ProtectedState(Map<Path, KeptFile> files, List<Path> mounted) {}
