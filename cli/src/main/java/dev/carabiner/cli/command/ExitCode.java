package dev.carabiner.cli.command;

/** What the process ends with. */
public final class ExitCode {

    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;

    /** A hook or a person said no, and that is why nothing came of it. */
    public static final int DENIED = 3;

    private ExitCode() {}
}
