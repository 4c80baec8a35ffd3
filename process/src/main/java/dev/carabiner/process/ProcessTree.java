package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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

    private static final Duration MOST_TIME_TO_KILL = Duration.ofSeconds(10);

    /** What still runs then is too quick to be found from here, and is left to the keeper. */
    private static final Duration WITHOUT_THE_KEEPER = Duration.ofMillis(20);

    /** A keeper with nothing below it ends within this time, however busy the system is, unless it was stopped. */
    private static final Duration KEEPER_ENDS = Duration.ofSeconds(3);

    private final ProcessHandle root;
    private final @Nullable ProcessEntry first;
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
        first = ProcessTable.now(root);
        kept = Keeper.possible();
        this.mark = (MARK + "=" + mark).getBytes(UTF_8);
        this.begin = begin;
        pipe = ProcessTable.outputOf(root.pid());
        if (!Programs.inOwnSession().isEmpty()) {
            sessions.add(root.pid());
        }
    }

    /** A new mark. One program within another has both, so that ending the outer one finds the inner one's too. */
    static String newMark() {
        String outer = System.getenv(MARK);
        String own = OF_THIS_JVM + "/" + UUID.randomUUID();
        return outer == null ? own : outer + "/" + own;
    }

    /** How many of its processes run now, not counting the keeper. When it is gone too, there will be none any more. */
    int look() {
        Map<Long, ProcessEntry> running = over ? Map.of() : ProcessTable.read(root);
        if (running != null) {
            forgetEnded(running);
            addAll(running, this::isRelated); // most are, and the other signs cost more to look at
            if (addAll(running, this::isMarked)) {
                addAll(running, this::isRelated);
            }
            over = seen.isEmpty();
        }
        return (int) seen.values().stream().filter(it -> !isKeeper(it)).count();
    }

    /**
     * Kills until there is nothing left to kill: some may be starting others meanwhile. The keeper is killed last, if it
     * does not end by itself, because until then it gets the orphans. Interruption does not stop it.
     *
     * @return how many were killed, not counting the keeper, nor those that only the keeper could find
     */
    int kill() {
        boolean interrupted = Thread.interrupted();
        Set<Long> killed = new HashSet<>();
        long begun = System.nanoTime();
        long busy = begun;
        long now = begun;
        for (int others = look(); !over && now - begun < MOST_TIME_TO_KILL.toNanos(); others = look()) {
            if (others > 0) {
                busy = System.nanoTime();
            }
            for (ProcessEntry process : List.copyOf(seen.values())) {
                if (!isKeeper(process) && ProcessTable.kill(process)) {
                    killed.add(process.pid());
                }
            }
            now = System.nanoTime();
            if (now - begun > WITHOUT_THE_KEEPER.toNanos()) {
                endKeeper(now - busy > KEEPER_ENDS.toNanos());
            }
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return killed.size();
    }

    private void endKeeper(boolean forcibly) {
        if (forcibly) {
            seen.values().stream().filter(this::isKeeper).forEach(ProcessTable::kill);
        } else if (kept) {
            root.destroy(); // and again, because it may just have begun to wait
        }
    }

    /** A number is given to another process when its own is gone, and that of a session when no process is in it any more. */
    private void forgetEnded(Map<Long, ProcessEntry> running) {
        seen.values().removeIf(it -> !it.isSame(running.get(it.pid())));
        running.values().stream()
                .filter(it -> seen.containsKey(it.pid()) || it.isSame(first))
                .forEach(this::add); // a process may have begun a session since
        Set<Long> inUse = running.values().stream().map(ProcessEntry::session).collect(toSet());
        sessions.removeIf(it -> !seen.containsKey(it) && (running.containsKey(it) || !inUse.contains(it)));
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

    private boolean addAll(Map<Long, ProcessEntry> running, Predicate<ProcessEntry> belongs) {
        int known = seen.size();
        int before;
        do {
            before = seen.size();
            running.values().stream()
                    .filter(it -> !seen.containsKey(it.pid()) && belongs.test(it))
                    .forEach(this::add);
        } while (seen.size() > before); // a child may come before its parent
        return before > known;
    }

    private boolean isRelated(ProcessEntry process) {
        return seen.containsKey(process.parent()) || sessions.contains(process.session());
    }

    private boolean isMarked(ProcessEntry process) {
        return process.start() >= begin && ProcessTable.isMarked(process.pid(), mark, pipe);
    }
}
