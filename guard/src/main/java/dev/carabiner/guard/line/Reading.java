package dev.carabiner.guard.line;

import java.util.List;

/**
 * A line, read.
 *
 * @param commands every simple command that it can run, also those in substitutions, functions and loops; with doubts,
 *     those that were found before
 * @param doubts why it can run more than that; empty if it cannot
 * @param multiplies whether a function of it starts itself more than once
 * @param disguises whether the name of a program is spelled in a way that hides it, as in {@code r""m}
 */
public record Reading(
        String line, List<ShellCommand> commands, List<String> doubts, boolean multiplies, boolean disguises) {

    public Reading {
        commands = List.copyOf(commands);
        doubts = List.copyOf(doubts);
    }

    /** Whether the list is complete, and each command of it says by which program it is run. */
    public boolean isFull() {
        return doubts.isEmpty()
                && commands.stream()
                        .allMatch(it ->
                                it.argv().isEmpty() || it.argv().getFirst().isLiteral());
    }
}
