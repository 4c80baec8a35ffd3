package dev.carabiner.guard.verdict;

import dev.carabiner.guard.verdict.CommandVerdict.Level;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** What speaks against a line, while it is looked at: the first of the worst counts, and all that it reaches. */
final class Findings {

    private Level level = Level.PASS;
    private String why = "";
    private String instead = "";
    private final Set<Path> writes = new TreeSet<>();
    private final Set<Path> protectedWrites = new TreeSet<>();
    private final Set<Path> secretReads = new TreeSet<>();
    private boolean network;
    private boolean host;

    void add(Level other, String reason, String better) {
        if (other.compareTo(level) > 0) {
            level = other;
            why = reason;
            instead = better;
        }
    }

    void deny(String reason) {
        add(Level.DENY, reason, "");
    }

    void ask(String reason) {
        add(Level.ASK, reason, "");
    }

    void unknown(String reason) {
        add(Level.UNKNOWN, reason, "");
    }

    boolean denied() {
        return level == Level.DENY;
    }

    void writesOutside(Path place) {
        writes.add(place);
    }

    void writesProtected(Path place) {
        protectedWrites.add(place);
    }

    void readsSecret(Path place) {
        secretReads.add(place);
    }

    void usesNetwork() {
        network = true;
    }

    void needsHost() {
        host = true;
    }

    CommandVerdict verdict(boolean clear) {
        Reach reach = new Reach(writes, protectedWrites, secretReads, network, host);
        return new CommandVerdict(level, why, instead, reach, clear);
    }
}
