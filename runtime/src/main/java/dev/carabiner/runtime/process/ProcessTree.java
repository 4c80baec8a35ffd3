package dev.carabiner.runtime.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A program with all that it has started. Below a {@link Keeper} parentage tells. Where there is none, or where it was
 * killed, an orphan has a stranger for a parent. So its processes are known by any of four signs: the parent, the session,
 * a mark in the environment, and the pipe they write to.
 *
 * <p>For one thread.
 */
final class ProcessTree {

    /** The variable that carries the mark. */
    static final String MARK = "CARABINER_RUN";

    /** What all marks of this JVM have in common. */
    static final String OF_THIS_JVM = UUID.randomUUID().toString();

    private static final Duration MOST_TIME_TO_KILL = Duration.ofSeconds(5);

    /** A keeper without a command has either none yet or none any more; in the second case it ends within this time. */
    private static final Duration KEEPER_ENDS = Duration.ofMillis(200);

    private final ProcessHandle root;
    private final boolean kept;
    private final byte[] mark;
    private final long begin;
    private final String pipe;
    private final Set<Long> sessions = new HashSet<>();

    /** Those that were seen to belong, by number; the entry's start time tells a reused number. */
    private final Map<Long, ProcessEntry> seen = new TreeMap<>();

    private boolean over;

    /** @param begin from {@link ProcessTable#now}, before the program was started */
    ProcessTree(ProcessHandle root, String mark, long begin) {
        this.root = root;
        kept = !Keeper.before().isEmpty();
        this.mark = (MARK + "=" + mark).getBytes(UTF_8);
        this.begin = begin;
        pipe = ProcessTable.outputOf(root.pid());
        if (!Programs.inOwnSession().isEmpty()) {
            sessions.add(root.pid());
        }
    }

    /** A new mark. One program within another has both, so that whoever ends the outer one finds the inner one's too. */
    static String newMark() {
        String outer = System.getenv(MARK);
        String own = OF_THIS_JVM + "/" + UUID.randomUUID();
        return outer == null ? own : outer + "/" + own;
    }

    /** How many of its processes run now, not counting the keeper. When it is gone too, there will be none any more. */
    int look() {
        if (over) {
            return 0;
        }
        Map<Long, ProcessEntry> running = ProcessTable.read(root);
        seen.values().removeIf(it -> !it.isSame(running.get(it.pid())));
        int before;
        do {
            before = seen.size();
            running.values().stream().filter(this::belongs).forEach(this::add);
        } while (seen.size() > before); // a child may come before its parent
        over = seen.isEmpty();
        return (int) seen.values().stream().filter(it -> !isKeeper(it)).count();
    }

    /**
     * Kills until there is nothing left to kill: some may be starting others meanwhile. The keeper is killed last, if it
     * does not end by itself, because until then it gets the orphans. Interruption does not stop it.
     *
     * @return how many were killed, not counting the keeper
     */
    int kill() {
        boolean interrupted = Thread.interrupted();
        Set<Long> killed = new HashSet<>();
        long now = System.nanoTime();
        long until = now + MOST_TIME_TO_KILL.toNanos();
        long keeperEnds = now + KEEPER_ENDS.toNanos();
        for (int others = look(); !over && now - until < 0; others = look()) {
            if (others > 0) {
                keeperEnds = now + KEEPER_ENDS.toNanos();
            }
            for (ProcessEntry process : List.copyOf(seen.values())) {
                if (!isKeeper(process) && ProcessTable.kill(process)) {
                    killed.add(process.pid());
                }
            }
            if (now - keeperEnds > 0) {
                seen.values().stream().filter(this::isKeeper).forEach(ProcessTable::kill);
            }
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
            now = System.nanoTime();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return killed.size();
    }

    private boolean isKeeper(ProcessEntry process) {
        return kept && process.pid() == root.pid();
    }

    private void add(ProcessEntry process) {
        seen.put(process.pid(), process);
        if (process.session() == process.pid()) {
            sessions.add(process.pid()); // it made one of its own
        }
    }

    private boolean belongs(ProcessEntry process) {
        if (seen.containsKey(process.pid())) {
            return false; // and is in already
        }
        return process.pid() == root.pid()
                || seen.containsKey(process.parent())
                || sessions.contains(process.session())
                || (process.start() >= begin && ProcessTable.isMarked(process.pid(), mark, pipe));
    }
}
