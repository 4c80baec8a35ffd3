package dev.carabiner.process;

import java.nio.file.Path;

/** What a hook protects from the commands of its session, as far as it can tell by a path. */
@FunctionalInterface
public interface ProtectedPlace {

    /** The contribution channel on which hooks offer these. */
    String CHANNEL = "sandbox:protected";

    /** Whether the path, or what is above it, is protected. It need not exist. The answer for a path stays the same. */
    boolean has(Path path);
}
