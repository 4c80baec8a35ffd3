package dev.carabiner.guard.line;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known at one place of the line: variables, functions, and the directories in which it may be. */
final class State {

    private static final int MOST_DIRECTORIES = 12;

    private final Map<String, Value> variables = new HashMap<>();
    private final Map<String, List<Node>> functions = new LinkedHashMap<>();
    private final Set<String> uncertain = new HashSet<>();
    private final Set<String> frozen = new HashSet<>();
    private Set<String> directories = new LinkedHashSet<>(Set.of(""));
    private final Set<String> visited = new LinkedHashSet<>(Set.of(""));
    private @Nullable List<String> positional;
    private boolean ended;

    /** Whether nothing is run any more, because the shell was left. */
    boolean isEnded() {
        return ended;
    }

    /** The same, behind which nothing is run. */
    State ending() {
        State copy = copy();
        copy.ended = true;
        return copy;
    }

    /** The same, where a function was left and the line goes on. */
    State revived() {
        if (!ended) {
            return this;
        }
        State copy = copy();
        copy.ended = false;
        return copy;
    }

    State copy() {
        State copy = new State();
        copy.variables.putAll(variables);
        copy.functions.putAll(functions);
        copy.uncertain.addAll(uncertain);
        copy.frozen.addAll(frozen);
        copy.directories = new LinkedHashSet<>(directories);
        copy.visited.addAll(visited);
        copy.positional = positional;
        copy.ended = ended;
        return copy;
    }

    /** Null if nothing in the line has set it: then it is what the environment says. */
    @Nullable
    Value variable(String name) {
        return variables.get(name);
    }

    /** What cannot be changed may stay as it was. */
    void set(String name, Value value) {
        Value old = frozen.contains(name) ? variables.get(name) : null;
        variables.put(name, old == null ? value : old.or(value));
    }

    /** From now on it cannot be changed, and each attempt fails. */
    void freeze(String name) {
        frozen.add(name);
    }

    /** Whoever ran may have set any of them. */
    void forgetVariables() {
        variables.replaceAll((name, value) -> Value.UNKNOWN);
    }

    /** Null if the positional parameters are not known. */
    @Nullable
    List<String> positional() {
        return positional;
    }

    void setPositional(@Nullable List<String> words) {
        positional = words;
    }

    Set<String> directories() {
        return directories;
    }

    Set<String> visited() {
        return visited;
    }

    void setDirectories(Set<String> there) {
        boolean many = there.size() > MOST_DIRECTORIES;
        directories = many ? new LinkedHashSet<>(Set.of(String.valueOf(Holes.ANY))) : new LinkedHashSet<>(there);
        visited.addAll(directories);
    }

    void define(String name, Node body) {
        functions.put(name, List.of(body));
        uncertain.remove(name);
    }

    void undefine(String name) {
        functions.remove(name);
    }

    /** The bodies that a function may have; empty if there is none of this name. */
    List<Node> function(String name) {
        return functions.getOrDefault(name, List.of());
    }

    /** Whether the name may as well be a program's. */
    boolean isUncertain(String name) {
        return uncertain.contains(name) || !functions.containsKey(name);
    }

    /** What is known where either of the two may hold. */
    static State join(State one, State other) {
        if (one == other || other.ended) {
            return one;
        }
        if (one.ended) {
            return other;
        }
        State joined = one.copy();
        Set<String> names = new HashSet<>(one.variables.keySet());
        names.addAll(other.variables.keySet());
        for (String name : names) {
            Value left = one.variables.getOrDefault(name, Value.UNKNOWN);
            joined.variables.put(name, left.or(other.variables.getOrDefault(name, Value.UNKNOWN)));
        }
        joined.uncertain.addAll(other.uncertain);
        joined.frozen.addAll(other.frozen);
        Set<String> called = new HashSet<>(one.functions.keySet());
        called.addAll(other.functions.keySet());
        for (String name : called) {
            joined.joinFunction(name, one.function(name), other.function(name));
        }
        Set<String> places = new LinkedHashSet<>(one.directories);
        places.addAll(other.directories);
        joined.visited.addAll(other.visited);
        joined.setDirectories(places);
        joined.positional = Objects.equals(one.positional, other.positional) ? one.positional : null;
        return joined;
    }

    private void joinFunction(String name, List<Node> left, List<Node> right) {
        List<Node> bodies = new ArrayList<>(left);
        right.stream().filter(body -> !bodies.contains(body)).forEach(bodies::add);
        functions.put(name, List.copyOf(bodies));
        if (left.isEmpty() || right.isEmpty()) {
            uncertain.add(name);
        }
    }

    boolean isSameAs(State other) {
        return variables.equals(other.variables)
                && directories.equals(other.directories)
                && functions.equals(other.functions)
                && Objects.equals(positional, other.positional);
    }

    /** Variables that differ are not known any more. */
    void widen(State other) {
        for (Map.Entry<String, Value> one : other.variables.entrySet()) {
            if (!one.getValue().equals(variables.get(one.getKey()))) {
                variables.put(one.getKey(), Value.UNKNOWN);
            }
        }
        if (!directories.equals(other.directories)) {
            directories = new LinkedHashSet<>(Set.of(String.valueOf(Holes.ANY)));
        }
        positional = Objects.equals(positional, other.positional) ? positional : null;
    }
}
