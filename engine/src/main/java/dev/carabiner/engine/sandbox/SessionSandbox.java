package dev.carabiner.engine.sandbox;

import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Confinement;
import dev.carabiner.process.Finished;
import dev.carabiner.process.LiveCommand;
import dev.carabiner.process.Opening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one way in which a session runs programs. Confined, each sees protected paths read-only; those that the system cannot
 * hold so, because they did not exist or a directory above them was moved, are put back after the run and reported; so are
 * those that a command changed which was granted to run outside, and not to write them.
 *
 * <p>Any thread may call it. While one command is looked after, others run: what two of them change at the same time is put
 * back by the one that ends last.
 */
public final class SessionSandbox implements CommandRunner {

    private final Path workspace;
    private final Supplier<Confinement> confinement;
    private volatile @Nullable Confinement known;
    private volatile @Nullable Prepared prepared;
    private final ProtectedFiles files;
    private final List<Path> hidden;
    private final Function<String, List<Object>> contributions;
    private final Consumer<List<Path>> report;
    private final ReentrantLock looking = new ReentrantLock();

    /**
     * @param workspace the session's working directory, by its real path
     * @param confinement what every command of the session may touch; asked once, before the first command
     * @param closed files and directories that no command may change, whether they exist or not
     * @param hidden what no command sees, and only the host changes
     * @param live what other processes write while a command runs; {@code confinement} keeps commands from it
     * @param contributions what the session's hooks offer on a channel: more protected paths, and what was granted
     * @param report is told of what a command has changed and was put back, on the thread that ran it
     */
    public SessionSandbox(
            Path workspace,
            Supplier<Confinement> confinement,
            List<Path> closed,
            List<Path> hidden,
            LiveFiles live,
            Function<String, List<Object>> contributions,
            Consumer<List<Path>> report) {
        this.workspace = workspace;
        this.confinement = confinement;
        this.contributions = contributions;
        this.hidden = List.copyOf(hidden);
        this.report = report;
        files = new ProtectedFiles(workspace, closed, hidden, live, () -> ProtectedPlaces.among(contributions));
    }

    @Override
    public Finished run(Command command, Opening opening) throws IOException, InterruptedException {
        return watched(command, opening, Command::run);
    }

    @Override
    public Finished runApart(Command command, Opening opening) throws IOException, InterruptedException {
        return watched(command, opening, Command::runApart);
    }

    /** How a command is run, when it is ready. */
    private interface Run {
        Finished of(Command command) throws IOException, InterruptedException;
    }

    private Finished watched(Command command, Opening opening, Run run) throws IOException, InterruptedException {
        ProtectedState before = look();
        Finished finished = run.of(ready(command, opening, before));
        return finished.puttingBack(reported(putBack(before, opening)));
    }

    @Override
    public LiveCommand startLive(Command command, Opening opening) throws IOException {
        return ready(command, opening, look()).startLive();
    }

    @Override
    public Watch watch() throws IOException {
        ProtectedState before = look();
        return () -> reported(putBack(before, Opening.NONE));
    }

    private List<Path> reported(List<Path> changed) {
        if (!changed.isEmpty()) {
            report.accept(changed);
        }
        return changed;
    }

    private Command ready(Command command, Opening opening, ProtectedState state) {
        return opening.outside() ? command : command.in(around(state, opening));
    }

    @Override
    public Opening opening(String command) {
        return Opening.among(contributions.apply(Opening.Source.CHANNEL), command);
    }

    /** The same as for the last command, unless other paths are protected now, or something was granted. */
    private Confinement around(ProtectedState state, Opening opening) {
        Path git = workspace.resolve(".git"); // moved away, it would take what is protected in it along
        List<Path> held = Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS) ? List.of(git) : List.of();
        Prepared last = prepared;
        if (last == null || !last.mounted.equals(state.mounted()) || !last.held.equals(held)) {
            Confinement made = base().holding(held).protecting(state.mounted());
            last = new Prepared(state.mounted(), held, made, made.hiding(hidden));
            prepared = last;
        }
        if (opening.isNone()) {
            return last.hiding;
        }
        Confinement opened = last.protecting
                .showing(opening.readable())
                .opening(opening.writable())
                .hiding(hidden);
        return opening.home() == null ? opened : opened.home(opening.home());
    }

    private Confinement base() {
        Confinement base = known;
        if (base == null) {
            base = confinement.get(); // twice, if two threads come at once; that does no harm
            known = base;
        }
        return base;
    }

    /**
     * What the last command was confined by.
     *
     * @param protecting before anything is opened
     * @param hiding where nothing is opened
     */
    private record Prepared(List<Path> mounted, List<Path> held, Confinement protecting, Confinement hiding) {}

    private ProtectedState look() throws IOException {
        looking.lock();
        try {
            return files.look();
        } finally {
            looking.unlock();
        }
    }

    private List<Path> putBack(ProtectedState before, Opening opening) throws IOException {
        looking.lock();
        try {
            return files.putBack(before, opening);
        } finally {
            looking.unlock();
        }
    }
}
