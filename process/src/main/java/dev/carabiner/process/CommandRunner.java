package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The one way in which a session runs programs: tools, linters and hooks that are programs. It confines them as the session
 * says, and sees to what they have changed.
 *
 * <p>What runs a program asks the session for it, at each run:
 * {@code CommandRunner.among(mount.collectContributions(CommandRunner.CHANNEL), mount.isConfined()).run(command)}.
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
     * The same with standard error kept apart from the output, in {@link Finished#errors}.
     *
     * @throws IOException if it cannot be started, or cannot be confined
     */
    Finished runApart(Command command, Opening opening) throws IOException, InterruptedException;

    /**
     * Starts it confined, where the session is, and leaves it running. Protected paths that exist now are read-only to it for
     * all of its life; those that do not exist yet are not watched.
     *
     * @throws IOException if it cannot be started, or cannot be confined
     */
    LiveCommand startLive(Command command, Opening opening) throws IOException;

    /**
     * Remembers what is protected as it is now: what a program that stays alive may not change while it is at work.
     *
     * @throws IOException if that cannot be read
     */
    default Watch watch() throws IOException {
        return List::of;
    }

    /** What was protected at one moment. */
    @FunctionalInterface
    interface Watch {

        /**
         * Puts back what has been changed, made or removed since. Call it once.
         *
         * @return what was different; empty where nothing is protected
         * @throws IOException if it cannot be put back
         */
        List<Path> putBack() throws IOException;
    }

    /** What a guard of this session has had granted for a command line: {@link Opening.Source}. */
    default Opening opening(String command) {
        return Opening.NONE;
    }

    /**
     * The runner among what was contributed; without one, programs run as they are.
     *
     * @param confined whether the session is confined
     * @throws IllegalStateException if it is and there is no runner: then nothing runs in any other way
     */
    static CommandRunner among(List<?> contributions, boolean confined) {
        for (Object each : contributions) {
            if (each instanceof CommandRunner runner) {
                return runner;
            }
        }
        if (confined) {
            throw new IllegalStateException("This session is confined, and nothing offers to confine a program");
        }
        return UNCONFINED;
    }

    /** Runs programs as they are. */
    CommandRunner UNCONFINED = new CommandRunner() {
        @Override
        public Finished run(Command command, Opening opening) throws IOException, InterruptedException {
            return command.run();
        }

        @Override
        public Finished runApart(Command command, Opening opening) throws IOException, InterruptedException {
            return command.runApart();
        }

        @Override
        public LiveCommand startLive(Command command, Opening opening) throws IOException {
            return command.startLive();
        }
    };
}
