package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.carabiner.process.Finished.Ending;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Those of a confined command: they are in a namespace of their own, and the system ends all of them with its first one. So
 * one process is to be killed, and when it is gone, nothing is left.
 */
final class ConfinedProcesses implements CommandProcesses {

    private static final String OWN_COMPLAINT = "bwrap: ";
    private static final int MOST_SAID = 4096;
    private static final Duration MOST_TIME_TO_KILL = Duration.ofSeconds(30);

    /** Mostly the namespace is just being taken down when this is asked. */
    private static final Duration SHORTEST_WAIT = Duration.ofNanos(20_000);

    private static final Duration LONGEST_WAIT = Duration.ofMillis(1);

    private final Process process;
    private final SandboxLimits limits;
    private final @Nullable SignedErrors errors;
    private final List<DiskGrowth> growth;
    private final StringBuilder said = new StringBuilder();
    private final byte[] buffer = new byte[MOST_SAID];

    private int usual = ProcessTable.tasks();

    /** The first process of the namespace, when it is known. */
    private @Nullable ProcessEntry first;

    /** Whether nothing is left, which stays so. */
    private boolean gone;

    ConfinedProcesses(Process process, Confinement confinement, @Nullable SignedErrors errors) {
        this.process = process;
        this.errors = errors;
        limits = confinement.limits();
        growth = confinement.grown().stream()
                .map(directory -> DiskGrowth.below(directory, limits.growth()))
                .toList();
    }

    /** Its end is the end of the process that is waited for. */
    @Override
    public boolean commandEnded() throws IOException {
        listen();
        findFirst();
        return false;
    }

    @Override
    public @Nullable Ending exceeded() {
        findFirst();
        Set<Long> running = running();
        if (running.size() - 2 > limits.processes()) { // but for the sandbox's own two
            return Ending.TOO_MANY_PROCESSES;
        }
        long memory = running.stream().mapToLong(ProcessTable::memoryOf).sum();
        if (memory > limits.memory()) {
            return Ending.TOO_MUCH_MEMORY;
        }
        return growth.stream().anyMatch(DiskGrowth::isTooMuch) ? Ending.TOO_MUCH_WRITTEN : null;
    }

    /** By what runs on the whole system. If others have started it, it counts as usual from then on. */
    @Override
    public boolean isCrowded() {
        int now = ProcessTable.tasks();
        boolean crowded = now - usual > limits.processes();
        usual = crowded || now < usual ? now : usual;
        return crowded;
    }

    @Override
    public int left() {
        return 0; // those were ended before the process that is waited for
    }

    @Override
    public int kill() {
        if (gone) {
            return 0;
        }
        boolean interrupted = Thread.interrupted();
        findFirst();
        int count = process.isAlive() ? Math.max(0, running().size() - 2) : 0;
        long begun = System.nanoTime();
        long wait = SHORTEST_WAIT.toNanos();
        while (isRunning() && System.nanoTime() - begun < MOST_TIME_TO_KILL.toNanos()) {
            findFirst();
            if (first != null) {
                ProcessTable.kill(first); // and the one that waits for it ends by itself
            }
            if (first == null || System.nanoTime() - begun > MOST_TIME_TO_KILL.toNanos() / 8) {
                process.toHandle().destroyForcibly(); // which leaves the output to be read
            }
            LockSupport.parkNanos(wait);
            wait = Math.min(2 * wait, LONGEST_WAIT.toNanos());
        }
        gone = !isRunning();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return count;
    }

    @Override
    public int killed(int before) throws IOException {
        listen();
        boolean failed = errors == null ? said.indexOf(OWN_COMPLAINT) == 0 : errors.beginsWith(OWN_COMPLAINT);
        boolean ended = errors == null ? said.indexOf("\0") >= 0 : errors.saidEnded();
        if (failed && !ended) {
            String complaint = errors == null ? said.toString() : errors.finish();
            throw new IOException("The command could not be confined: "
                    + complaint.lines().findFirst().orElse(""));
        }
        return Math.max(before, errors == null ? saidLeft() : errors.saidKilled() ? 1 : 0);
    }

    private int saidLeft() {
        int left = 0;
        for (int i = 0; i < said.length(); i++) {
            left += said.charAt(i) == 1 ? 1 : 0;
        }
        return left;
    }

    /**
     * All that was started is below the first process, and ends before it does. When nothing is below it any more, the system
     * still takes the namespace's mounts down, which takes longer than a small command and need not be waited for.
     */
    private boolean isRunning() {
        return process.isAlive()
                || (first != null && ProcessTable.mayHaveChildren(first.pid()) && ProcessTable.isRunning(first));
    }

    /** A little at a time, and no more than can be a message. Where errors are kept apart, they are read elsewhere. */
    private void listen() throws IOException {
        if (errors != null) {
            return;
        }
        InputStream stream = process.getErrorStream();
        int read = stream.available() > 0 ? stream.read(buffer) : 0;
        if (read > 0 && said.length() < MOST_SAID) {
            said.append(new String(buffer, 0, read, ISO_8859_1));
        }
    }

    /** The one that bubblewrap has started, as soon as it has. */
    private void findFirst() {
        if (first == null && process.isAlive()) {
            first = ProcessTable.firstChild(process.pid());
        }
    }

    /** All below the first one: there, orphans become its children. */
    private Set<Long> running() {
        Map<Long, ProcessEntry> all = first == null ? null : ProcessTable.read(process.toHandle());
        Set<Long> below = new HashSet<>();
        if (all == null || first == null) {
            return below;
        }
        below.add(first.pid());
        int before;
        do {
            before = below.size();
            all.values().stream().filter(it -> below.contains(it.parent())).forEach(it -> below.add(it.pid()));
        } while (below.size() > before);
        return below;
    }
}
