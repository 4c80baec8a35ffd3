package dev.carabiner.cli.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tells whether this process works for an agent. Whatever an agent's tools start carries a mark in its environment. A
 * script can take it out of what it starts in turn, but not out of itself, so all processes above are looked at where
 * the system shows them. A process that cuts the line of descent is not found: this stops a script, not an intruder.
 */
final class RunMark {

    /** The variable that the tools give to whatever they start. */
    static final String NAME = "CARABINER_RUN";

    private RunMark() {}

    static boolean isOn(Map<String, String> environment) {
        return environment.containsKey(NAME) || isOnOneAbove(ProcessHandle.current());
    }

    private static boolean isOnOneAbove(ProcessHandle process) {
        Set<Long> seen = new HashSet<>();
        Optional<ProcessHandle> next = Optional.of(process);
        while (next.isPresent() && seen.add(next.get().pid())) {
            if (isMarked(next.get().pid())) {
                return true;
            }
            next = next.get().parent();
        }
        return false;
    }

    private static boolean isMarked(long pid) {
        try {
            byte[] environment = Files.readAllBytes(Path.of("/proc", String.valueOf(pid), "environ"));
            return ("\0" + new String(environment, StandardCharsets.ISO_8859_1)).contains("\0" + NAME + "=");
        } catch (IOException e) {
            return false; // it has ended, is another user's, or the system shows no environments
        }
    }
}
