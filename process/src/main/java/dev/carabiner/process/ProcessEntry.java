package dev.carabiner.process;

import org.jspecify.annotations.Nullable;

/**
 * A process that runs.
 *
 * @param session the number of its session, or -1 where that is not known
 * @param start when it began, on some clock of the system
 */
record ProcessEntry(long pid, long parent, long session, long start) {

    boolean isSame(@Nullable ProcessEntry other) {
        return other != null && pid == other.pid && start == other.start;
    }
}
