package dev.carabiner.bridge.program;

import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Finished;
import dev.carabiner.process.LiveCommand;
import dev.carabiner.process.Opening;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts the programs of hooks, confined as the session's commands are. A hook finds the files that its settings name, also in
 * the home directory, and may write no more than a command may.
 */
public final class HookPrograms {

    private final Mount mount;

    /** For the hooks of one mounted module. */
    public HookPrograms(Mount mount) {
        this.mount = mount;
    }

    /**
     * Runs one to its end, with its two streams apart.
     *
     * @param readable directories that it reads besides, where they are not in the workspace
     * @param writable directories that it writes besides
     * @throws IOException if it cannot be started, or cannot be confined
     */
    public Finished run(Command command, List<Path> readable, List<Path> writable)
            throws IOException, InterruptedException {
        CommandRunner runner = runner();
        return runner.runApart(command, opening(runner, command, readable).writing(writable));
    }

    /**
     * The same, with a home directory that stays from one program to the next.
     *
     * @param home what it finds in place of its home directory where that is hidden, by its real path
     */
    public Finished run(Command command, List<Path> readable, List<Path> writable, Path home)
            throws IOException, InterruptedException {
        CommandRunner runner = runner();
        return runner.runApart(
                command, opening(runner, command, readable).writing(writable).at(home));
    }

    /** Starts one that stays alive. */
    LiveCommand startLive(Command command) throws IOException {
        CommandRunner runner = runner();
        return runner.startLive(command, opening(runner, command, List.of()));
    }

    /** Remembers what is protected, until a program that stays alive has answered. */
    CommandRunner.Watch watch() throws IOException {
        return runner().watch();
    }

    private Opening opening(CommandRunner runner, Command command, List<Path> readable) throws IOException {
        return runner.equals(CommandRunner.UNCONFINED)
                ? Opening.NONE
                : Opening.forProgram(command, mount.workingDirectory().toRealPath(), readable);
    }

    private CommandRunner runner() {
        return CommandRunner.among(mount.collectContributions(CommandRunner.CHANNEL), mount.isConfined());
    }
}
