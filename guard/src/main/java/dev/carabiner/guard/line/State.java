package dev.carabiner.guard.line;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is known at one place of the line: variables, functions, and the directories in which it may be. */
final class State {

    private static final int MOST_DIRECTORIES = 12;
    private static final Set<String> START = Set.of("");
    private static final Set<String> ANYWHERE = Set.of(String.valueOf(Holes.ANY));

    private final LineHistory history;

    // None of these is ever changed in place: copies of a state share them until one of them learns something.
    private Map<String, Value> variables = Map.of();
    private Map<String, List<Node>> functions = Map.of();
    private Set<String> uncertain = Set.of();
    private Set<String> frozen = Set.of();
    private Set<String> directories = START;
    private Set<String> visited = START;
    private Locals locals = Locals.NONE;
    private @Nullable List<String> positional;
    private boolean ended;

    /** At the start of a line. */
    State() {
        this(new LineHistory());
    }

    private State(LineHistory history) {
        this.history = history;
    }

    /** What is known at a time when anything of the line may have been run: no more than what it never changes. */
    State later() {
        State later = new State(history);
        later.variables = history.variables();
        later.functions = history.functions();
        later.uncertain = Set.copyOf(later.functions.keySet());
        later.setDirectories(history.hasMoved() ? ANYWHERE : START);
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
        State copy = new State(history);
        copy.variables = variables;
        copy.functions = functions;
        copy.uncertain = uncertain;
        copy.frozen = frozen;
        copy.directories = directories;
        copy.visited = visited;
        copy.locals = locals;
        copy.positional = positional;
        copy.ended = ended;
        return copy;
    }

    /** The same inside a function, which has no variables of its own yet. */
    State entered() {
        State inside = copy();
        inside.locals = Locals.NONE;
        return inside;
    }

    /** The same behind a function: its own variables are gone, and the caller's are back. */
    State left(State caller) {
        State back = copy();
        back.variables = locals.restored(variables);
        back.locals = caller.locals;
        back.positional = caller.positional;
        return back;
    }

    /** From now on, and until the function is left, the name is a variable of its own, which has no value yet. */
    void localize(String name) {
        if (locals.surelyHas(name)) {
            return;
        }
        Value old = variables.get(name);
        boolean certain = !frozen.contains(name);
        boolean isNew = certain && !locals.has(name);
        locals = locals.with(name, old, certain);
        put(name, isNew ? Value.of("") : Value.of("").or(old == null ? Value.UNKNOWN : old));
    }

    /** Null if nothing in the line has set it: then it is what the environment says. */
    @Nullable
    Value variable(String name) {
        return variables.get(name);
    }

    /** What cannot be changed may stay as it was. */
    void set(String name, Value value) {
        Value old = frozen.contains(name) ? variables.get(name) : null;
        put(name, old == null ? value : old.or(value));
    }

    private void put(String name, Value value) {
        history.set(name);
        Map<String, Value> more = new HashMap<>(variables);
        more.put(name, value);
        variables = more;
    }

    /** From now on it cannot be changed, and each attempt fails. */
    void freeze(String name) {
        frozen = union(frozen, Set.of(name));
    }

    /** What was run may have set any of them. */
    void forgetVariables() {
        Map<String, Value> unknown = new HashMap<>(variables);
        unknown.replaceAll((name, value) -> Value.UNKNOWN);
        variables = unknown;
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
        directories = there.size() > MOST_DIRECTORIES ? ANYWHERE : there;
        visited = union(visited, directories);
        if (!directories.equals(START)) {
            history.moved();
        }
    }

    void define(String name, Node body) {
        history.defined(name, body);
        Map<String, List<Node>> more = new HashMap<>(functions);
        more.put(name, List.of(body));
        functions = more;
        if (uncertain.contains(name)) {
            Set<String> fewer = new HashSet<>(uncertain);
            fewer.remove(name);
            uncertain = fewer;
        }
    }

    void undefine(String name) {
        if (functions.containsKey(name)) {
            Map<String, List<Node>> fewer = new HashMap<>(functions);
            fewer.remove(name);
            functions = fewer;
        }
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
        joined.joinVariables(other);
        joined.uncertain = union(one.uncertain, other.uncertain);
        joined.frozen = union(one.frozen, other.frozen);
        joined.joinFunctions(other);
        joined.visited = union(one.visited, other.visited);
        joined.setDirectories(union(one.directories, other.directories));
        joined.locals = one.locals.or(other.locals);
        joined.positional = Objects.equals(one.positional, other.positional) ? one.positional : null;
        return joined;
    }

    private void joinVariables(State other) {
        if (variables.equals(other.variables)) { // mostly they are the very same
            return;
        }
        Map<String, Value> both = new HashMap<>();
        for (String name : union(variables.keySet(), other.variables.keySet())) {
            Value unset = name.equals("IFS") ? Value.of(" \t\n") : Value.UNKNOWN;
            Value left = variables.getOrDefault(name, unset);
            both.put(name, left.or(other.variables.getOrDefault(name, unset)));
        }
        variables = both;
    }

    private void joinFunctions(State other) {
        if (functions.equals(other.functions)) {
            return;
        }
        Map<String, List<Node>> both = new HashMap<>();
        Set<String> onlyInOne = new HashSet<>();
        for (String name : union(functions.keySet(), other.functions.keySet())) {
            List<Node> left = function(name);
            List<Node> right = other.function(name);
            List<Node> bodies = new ArrayList<>(left);
            right.stream().filter(body -> !bodies.contains(body)).forEach(bodies::add);
            both.put(name, List.copyOf(bodies));
            if (left.isEmpty() || right.isEmpty()) {
                onlyInOne.add(name);
            }
        }
        functions = both;
        uncertain = union(uncertain, onlyInOne);
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
        Map<String, Value> wider = new HashMap<>(variables);
        for (Map.Entry<String, Value> one : other.variables.entrySet()) {
            if (!one.getValue().equals(variables.get(one.getKey()))) {
                wider.put(one.getKey(), Value.UNKNOWN);
            }
        }
        variables = wider;
        directories = directories.equals(other.directories) ? directories : ANYWHERE;
        positional = Objects.equals(positional, other.positional) ? positional : null;
    }

    /** Those of both, in their order; one of the sets itself, if that is all. */
    private static Set<String> union(Set<String> some, Set<String> others) {
        if (some.containsAll(others)) {
            return some;
        }
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(others);
        return all;
    }
}
