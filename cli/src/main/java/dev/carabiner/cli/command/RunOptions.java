package dev.carabiner.cli.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code carabiner run} was asked for.
 *
 * @param prompt null for a conversation
 * @param bundle a file or the name of a built-in one; null for the project's, or else the default
 * @param provider the module to use instead of the bundle's first
 * @param resume the session to go on with
 * @param console whether a page for answers is served while it runs
 * @param foreign the dialects whose hook files of the project are taken along
 */
public record RunOptions(
        @Nullable String prompt,
        @Nullable String bundle,
        @Nullable String provider,
        @Nullable String model,
        @Nullable String resume,
        Approve approve,
        boolean json,
        boolean console,
        Path directory,
        List<String> foreign) {

    /** Who answers the questions of hooks. */
    public enum Approve {
        /** The person at the terminal; without one, the default of each question. */
        ASK,
        /** Who answers with {@code carabiner approvals}, or on the page. */
        ELSEWHERE,
        DEFAULT,
        ALLOW,
        DENY;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
