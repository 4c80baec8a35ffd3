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

    /** What was ever set, defined or gone to, at any place of the line: all its states share it. */
    private static final class Ever {
        final Set<String> names = new HashSet<>();
        final Map<String, Set<Node>> functions = new LinkedHashMap<>();
        boolean moved;
    }

    private final Ever ever;
    private final Map<String, Value> variables = new HashMap<>();
    private final Map<String, List<Node>> functions = new LinkedHashMap<>();
    private final Set<String> uncertain = new HashSet<>();
    private final Set<String> frozen = new HashSet<>();
    private Set<String> directories = new LinkedHashSet<>(Set.of(""));
    private final Set<String> visited = new LinkedHashSet<>(Set.of(""));
    private Map<String, Saved> locals = Map.of();
    private @Nullable List<String> positional;
    private boolean ended;

    /**
     * What a variable was before the function that is run made one of its own with that name.
     *
     * @param value null if nothing in the line had set it
     * @param certain whether it has surely made one
     */
    private record Saved(@Nullable Value value, boolean certain) {}

    /** At the start of a line. */
    State() {
        this(new Ever());
    }

    private State(Ever ever) {
        this.ever = ever;
    }

    /** What is known at a time when anything of the line may have been run: no more than what it never changes. */
    State later() {
        State later = new State(ever);
        ever.names.forEach(name -> later.variables.put(name, Value.UNKNOWN));
        ever.functions.forEach((name, bodies) -> {
            later.functions.put(name, List.copyOf(bodies));
            later.uncertain.add(name);
        });
        later.setDirectories(Set.of(ever.moved ? String.valueOf(Holes.ANY) : ""));
        return later;
    }

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
        State copy = new State(ever);
        copy.variables.putAll(variables);
        copy.functions.putAll(functions);
        copy.uncertain.addAll(uncertain);
        copy.frozen.addAll(frozen);
        copy.directories = new LinkedHashSet<>(directories);
        copy.visited.addAll(visited);
        copy.locals = locals;
        copy.positional = positional;
        copy.ended = ended;
        return copy;
    }

    /** The same inside a function, which has no variables of its own yet. */
    State entered() {
        State inside = copy();
        inside.locals = Map.of();
        return inside;
    }

    /** The same behind a function: its own variables are gone, and the caller's are back. */
    State left(State caller) {
        State back = copy();
        locals.forEach((name, saved) -> {
            Value now = back.variables.remove(name);
            Value before = saved.value == null && !saved.certain ? Value.UNKNOWN : saved.value;
            if (before != null) {
                back.variables.put(name, saved.certain || now == null ? before : before.or(now));
            }
        });
        back.locals = caller.locals;
        back.positional = caller.positional;
        return back;
    }

    /** From now on, and until the function is left, the name is a variable of its own, which has no value yet. */
    void localize(String name) {
        Saved known = locals.get(name);
        if (known != null && known.certain) {
            return;
        }
        Value old = variables.get(name);
        Value before = known == null ? old : orUnknown(known.value).or(orUnknown(old));
        boolean certain = !frozen.contains(name);
        Map<String, Saved> more = new HashMap<>(locals);
        more.put(name, new Saved(before, certain));
        locals = Map.copyOf(more);
        ever.names.add(name);
        variables.put(
                name, known == null && certain ? Value.of("") : Value.of("").or(orUnknown(old)));
    }

    private static Value orUnknown(@Nullable Value value) {
        return value == null ? Value.UNKNOWN : value;
    }

    private static Map<String, Saved> joined(Map<String, Saved> one, Map<String, Saved> other) {
        if (one.equals(other)) {
            return one;
        }
        Map<String, Saved> both = new HashMap<>();
        one.forEach((name, saved) -> both.put(name, joined(saved, other.get(name))));
        other.forEach((name, saved) -> both.putIfAbsent(name, joined(saved, one.get(name))));
        return Map.copyOf(both);
    }

    private static Saved joined(Saved one, @Nullable Saved other) {
        return other == null
                ? new Saved(one.value, false)
                : new Saved(
                        Objects.equals(one.value, other.value)
                                ? one.value
                                : orUnknown(one.value).or(orUnknown(other.value)),
                        one.certain && other.certain);
    }

    /** Null if nothing in the line has set it: then it is what the environment says. */
    @Nullable
    Value variable(String name) {
        return variables.get(name);
    }

    /** What cannot be changed may stay as it was. */
    void set(String name, Value value) {
        Value old = frozen.contains(name) ? variables.get(name) : null;
        ever.names.add(name);
        variables.put(name, old == null ? value : old.or(value));
    }

    /** From now on it cannot be changed, and each attempt fails. */
    void freeze(String name) {
        frozen.add(name);
    }

    /** What was run may have set any of them. */
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
        ever.moved |= !directories.equals(Set.of(""));
    }

    void define(String name, Node body) {
        functions.put(name, List.of(body));
        ever.functions.computeIfAbsent(name, unused -> new LinkedHashSet<>()).add(body);
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
            Value unset = name.equals("IFS") ? Value.of(" \t\n") : Value.UNKNOWN;
            Value left = one.variables.getOrDefault(name, unset);
            joined.variables.put(name, left.or(other.variables.getOrDefault(name, unset)));
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
        joined.locals = joined(one.locals, other.locals);
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
                && functions.equals(other.functions);
    }

    /** Whether nothing has come about in the other that is not known here. */
    boolean covers(State other) {
        return variables.keySet().equals(other.variables.keySet())
                && other.variables.entrySet().stream()
                        .allMatch(it -> Objects.requireNonNull(variables.get(it.getKey()))
                                .covers(it.getValue()))
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
