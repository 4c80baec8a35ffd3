package dev.carabiner.process;

import java.io.IOException;
import java.util.List;

/**
 * The one way in which a session runs programs: tools, linters and hooks that are programs. It confines them as the session
 * says, and sees to what they have changed.
 *
 * <p>What runs a program asks the session for it, at each run:
 * {@code CommandRunner.among(mount.collectContributions(CommandRunner.CHANNEL)).run(command)}.
 */
public interface CommandRunner {

    /** The contribution channel on which the engine offers the session's runner. */
    String CHANNEL = "sandbox:runner";

    /**
     * Runs it confined, where the session is, and waits for the end.
     *
     * @param opening what a human or a rule has granted for this run
     * @throws IOException if it cannot be started, or cannot be confined
     */
    Finished run(Command command, Opening opening) throws IOException, InterruptedException;

    /** With nothing granted. */
    default Finished run(Command command) throws IOException, InterruptedException {
        return run(command, Opening.NONE);
    }

    /**
     * The command with this session's confinement on it, for those that keep a program running.
     *
     * @throws IOException if it cannot be confined
     */
    Command confined(Command command) throws IOException;

    /** What a guard of this session has had granted for a command line: {@link Opening.Source}. */
    default Opening opening(String command) {
        return Opening.NONE;
    }

    /** The runner among what was contributed; without one, programs run as they are. */
    static CommandRunner among(List<?> contributions) {
        return contributions.stream()
                .filter(CommandRunner.class::isInstance)
                .map(CommandRunner.class::cast)
                .findFirst()
                .orElse(UNCONFINED);
    }

    /** Runs programs as they are. */
    CommandRunner UNCONFINED = new CommandRunner() {
        @Override
        public Finished run(Command command, Opening opening) throws IOException, InterruptedException {
            return command.run();
        }

        @Override
        public Command confined(Command command) {
            return command;
        }
    };
}
