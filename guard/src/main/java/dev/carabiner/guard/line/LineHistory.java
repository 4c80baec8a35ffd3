package dev.carabiner.guard.line;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was ever set, defined or gone to, at any place of one line: all its states share it. */
final class LineHistory {

    private final Set<String> names = new HashSet<>();
    private final Map<String, Set<Node>> functions = new HashMap<>();
    private boolean moved;

    void set(String variable) {
        names.add(variable);
    }

    void defined(String function, Node body) {
        functions.computeIfAbsent(function, unused -> new LinkedHashSet<>()).add(body);
    }

    void moved() {
        moved = true;
    }

    /** Whether the line has left the directory that it began in. */
    boolean hasMoved() {
        return moved;
    }

    /** Every variable that was set, of which nothing is known any more. */
    Map<String, Value> variables() {
        Map<String, Value> unknown = new HashMap<>();
        names.forEach(name -> unknown.put(name, Value.UNKNOWN));
        return unknown;
    }

    /** Every function, with each body that it had. */
    Map<String, List<Node>> functions() {
        Map<String, List<Node>> bodies = new HashMap<>();
        functions.forEach((name, all) -> bodies.put(name, List.copyOf(all)));
        return bodies;
    }
}
