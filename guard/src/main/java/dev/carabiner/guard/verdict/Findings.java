package dev.carabiner.guard.verdict;

import dev.carabiner.guard.verdict.CommandVerdict.Severity;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** What speaks against a line, while it is looked at: the first of the worst counts, and all that it reaches. */
final class Findings {

    private Severity severity = Severity.PASS;
    private String why = "";
    private String instead = "";
    private final Set<Path> writes = new TreeSet<>();
    private final Set<Path> protectedWrites = new TreeSet<>();
    private final Set<Path> secretReads = new TreeSet<>();
    private boolean network;
    private boolean host;

    void add(Severity other, String reason, String better) {
        if (other.compareTo(severity) > 0) {
            severity = other;
            why = reason;
            instead = better;
        }
    }

    void deny(String reason) {
        add(Severity.DENY, reason, "");
    }

    void ask(String reason) {
        add(Severity.ASK, reason, "");
    }

    void unknown(String reason) {
        add(Severity.UNKNOWN, reason, "");
    }

    boolean denied() {
        return severity == Severity.DENY;
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
        return new CommandVerdict(severity, why, instead, reach, clear);
    }
}
