package dev.carabiner.hooks;

import dev.carabiner.display.VisibleText;
import dev.carabiner.process.Opening;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * What a guard has asked to open beyond the sandbox, by the exact text of the command. A command reaches its tool only with
 * a yes to that question, and is judged anew each time: so what is kept here is never more than the next run was asked for.
 */
final class AskedOpenings implements Opening.Source {

    /** More than can wait for an answer at the same time. The oldest is forgotten, and its command then runs inside. */
    private static final int MOST = 256;

    private final Map<String, Opening> asked = new LinkedHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    /** Keeps what the question about this command says; {@link Opening#NONE} takes away what an earlier one said. */
    void keep(String command, Opening opening) {
        lock.lock();
        try {
            asked.remove(command);
            if (!opening.isNone()) {
                asked.put(command, opening);
            }
            if (asked.size() > MOST) {
                asked.remove(asked.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Opening of(String command) {
        lock.lock();
        try {
            return asked.getOrDefault(command, Opening.NONE);
        } finally {
            lock.unlock();
        }
    }

    /** What a human reads of it before the reason, or nothing: every path that a yes opens is named. */
    static String shown(Opening opening) {
        if (opening.isNone()) {
            return "";
        }
        if (opening.outside()) {
            return "runs outside the sandbox: ";
        }
        String writes = opening.writable().isEmpty() ? "" : ", may write " + names(opening.writable());
        String reads = opening.readable().isEmpty() ? "" : ", may read " + names(opening.readable());
        return "runs outside the sandbox in part" + writes + reads + ": ";
    }

    private static String names(Collection<Path> paths) {
        return paths.stream()
                .sorted()
                .map(path -> VisibleText.inOneLine(path.toString()))
                .collect(Collectors.joining(", "));
    }
}
