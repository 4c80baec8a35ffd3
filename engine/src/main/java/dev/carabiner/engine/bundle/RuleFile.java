package dev.carabiner.engine.bundle;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file with approval rules that a bundle names.
 *
 * @param trusted its whole content, if it belongs to a project: only what was trusted holds, whatever becomes of the
 *     file. Null for any other file, which is read anew for each question
 */
public record RuleFile(Path path, @Nullable String trusted) {

    /** A file that is read anew for each question. */
    public static RuleFile at(Path path) {
        return new RuleFile(path, null);
    }
}
