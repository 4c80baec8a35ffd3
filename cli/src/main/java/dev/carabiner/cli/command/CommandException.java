package dev.carabiner.cli.command;

import dev.carabiner.event.CarabinerException;

/** A command that cannot be carried out. The message names the thing, the place and the fix. */
public final class CommandException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    /** The command cannot do what it was asked to. */
    public static CommandException failed(String message) {
        return new CommandException(ExitCode.FAILED, message);
    }

    /** The command was called wrongly. */
    public static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    /** What the process exits with. */
    public int exitCode() {
        return exitCode;
    }
}
