package dev.carabiner.guard.line;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Goes through a tree in the order in which the shell would, with all that may be known at each place, and lists every
 * simple command that may be run on the way. Branches are both taken, loops until nothing new is learned.
 */
final class Walk {

    private static final int MOST_COMMANDS = 3_000;
    private static final int MOST_STEPS = 20_000;

    /** What is known behind a command, by whether it has succeeded. */
    record Outcome(State success, State failure) {

        static Outcome of(State state) {
            return new Outcome(state, state);
        }

        /** The same, or nothing was run at all. */
        Outcome orFailed(State before) {
            return new Outcome(success, State.join(failure, before));
        }

        State either() {
            return State.join(success, failure);
        }
    }

    /** What commands print, and which they are. */
    record Printed(Set<String> texts, List<ShellCommand> commands) {}

    private final String start;
    private final Outputs outputs;
    private final Expander expander;
    private final SimpleWalk simple;
    private final Calculator calculator;
    private final List<ShellCommand> commands = new ArrayList<>();
    private final Set<String> doubts = new LinkedHashSet<>();
    private final List<String> active = new ArrayList<>();
    private final List<State> escaped = new ArrayList<>();
    private final Set<String> traps = new LinkedHashSet<>();
    private final Set<String> besideWords = new LinkedHashSet<>();
    private boolean beside;
    private boolean multiplies;
    private boolean disguises;
    private int steps;
    private int failures;

    Walk(String start, String home, Outputs outputs) {
        this.start = start;
        this.outputs = outputs;
        this.expander = new Expander(this, home);
        this.calculator = new Calculator(this, expander);
        this.simple = new SimpleWalk(this, expander);
    }

    List<ShellCommand> commands() {
        return commands;
    }

    List<String> doubts() {
        return List.copyOf(doubts);
    }

    /** Whether a function starts itself more than once. */
    boolean multiplies() {
        return multiplies;
    }

    /** Whether the name of a program is spelled in a way that hides it. */
    boolean disguises() {
        return disguises;
    }

    void disguise() {
        disguises = true;
    }

    void doubt(String why) {
        doubts.add(why);
    }

    void list(ShellCommand command) {
        if (commands.size() >= MOST_COMMANDS) {
            throw new UnreadableLineException("more commands than can be looked at");
        }
        commands.add(command);
    }

    /** The working directory as the shell would print it. */
    String hereText(State state) {
        if (state.directories().size() != 1) {
            return String.valueOf(Holes.ANY);
        }
        String only = state.directories().iterator().next();
        return only.startsWith("/") ? only : only.isEmpty() ? start : start + "/" + only;
    }

    Outcome run(Node node, State state, Input input) {
        if (++steps > MOST_STEPS) {
            throw new UnreadableLineException("more steps than can be followed");
        }
        if (state.isEnded()) {
            return Outcome.of(state);
        }
        return switch (node) {
            case Node.Simple command -> simple.run(command, state, input);
            case Node.Pipeline pipeline -> pipeline(pipeline, state, input);
            case Node.Either either -> either(either, state, input);
            case Node.Sequence(List<Node> items) -> {
                State now = state;
                Outcome last = Outcome.of(now);
                for (Node item : items) {
                    last = run(item, now, input);
                    now = last.either();
                }
                yield last;
            }
            case Node.Background(Node body) -> {
                inSubshell(body, state, input, true);
                yield Outcome.of(state);
            }
            case Node.Group(Node body, boolean subshell) -> {
                if (subshell) {
                    inSubshell(body, state, input, beside);
                    yield Outcome.of(state);
                }
                yield run(body, state, input);
            }
            case Node.If(Node condition, Node then, Node otherwise) -> {
                Outcome chosen = run(condition, state, input);
                State yes = run(then, chosen.success().copy(), input).either();
                State no = otherwise == null
                        ? chosen.failure()
                        : run(otherwise, chosen.failure().copy(), input).either();
                yield Outcome.of(State.join(yes, no));
            }
            case Node.Loop loop -> loop(loop, state, input);
            case Node.For each -> each(each, state, input);
            case Node.ArithmeticFor(Word expression, Node body) -> {
                calculator.calculate(expression, state);
                yield repeated(body, state, input);
            }
            case Node.Case choice -> choice(choice, state, input);
            case Node.Function(String name, Node body) -> {
                State defined = state.copy();
                defined.define(name, body);
                if (name.equals("command_not_found_handle")) {
                    trap(name, false); // bash calls it
                }
                yield Outcome.of(defined);
            }
            case Node.Test(List<Word> words) -> {
                calculator.test(words, state);
                yield Outcome.of(state);
            }
            case Node.Calculation(Word expression) -> {
                calculator.calculate(expression, state);
                yield Outcome.of(state);
            }
            case Node.Redirected(Node body, List<Redirect> redirects) -> {
                boolean mayFail = Redirect.mayFail(redirects);
                State before = mayFail ? state.copy() : state;
                Outcome after = run(body, state, simple.redirected(redirects, state, input));
                yield mayFail ? after.orFailed(before) : after;
            }
        };
    }

    private void inSubshell(Node body, State state, Input input, boolean isBeside) {
        boolean before = beside;
        int from = escaped.size();
        beside = isBeside;
        run(body, state.copy(), input);
        beside = before;
        escaped.subList(from, escaped.size()).clear();
    }

    /** A loop or function may be left here, with this. */
    void escape(State state) {
        escaped.add(state.copy());
    }

    /** This, or what was known at any place since then where a loop or function may have been left. */
    private State orEscaped(State state, int from) {
        State all = state;
        for (State one : escaped.subList(from, escaped.size())) {
            all = State.join(all, one.revived());
        }
        return all;
    }

    /**
     * A text that is run at some later time.
     *
     * @param atEnd whether that is when the shell ends, so that no later words are changed by it
     */
    void trap(String text, boolean atEnd) {
        traps.add(text);
        if (!atEnd) {
            besideWords.add(text);
        }
    }

    /** Goes through what is run at the end of the line, or at a signal, with whatever the variables are then. */
    void runTraps(State start) {
        Set<String> done = new LinkedHashSet<>();
        while (done.size() < traps.size()) {
            for (String text : List.copyOf(traps)) {
                if (done.add(text)) {
                    State later = start.later();
                    State after =
                            evaluated(text, later.copy(), new Input.Inherited()).either();
                    if (besideWords.contains(text) && !after.isSameAs(later)) {
                        doubt("a trap changes what later words mean");
                    }
                }
            }
        }
    }

    private Outcome pipeline(Node.Pipeline pipeline, State state, Input input) {
        if (pipeline.parts().size() == 1) {
            Outcome only = run(pipeline.parts().getFirst(), state, input);
            State swapped = only.failure();
            return new Outcome(swapped, only.success());
        }
        Input next = input;
        for (Node part : pipeline.parts()) {
            int from = commands.size();
            inSubshell(part, state, next, true);
            next = new Input.Pipe(List.copyOf(commands.subList(from, commands.size())));
        }
        return Outcome.of(state);
    }

    private Outcome either(Node.Either either, State state, Input input) {
        Outcome left = run(either.left(), state, input);
        if (either.and()) {
            Outcome right = run(either.right(), left.success().copy(), input);
            return new Outcome(right.success(), State.join(left.failure(), right.failure()));
        }
        Outcome right = run(either.right(), left.failure().copy(), input);
        return new Outcome(State.join(left.success(), right.success()), right.failure());
    }

    private Outcome loop(Node.Loop loop, State state, Input input) {
        State now = state;
        State after = state;
        int from = escaped.size();
        for (int pass = 0; pass < 4; pass++) {
            Outcome condition = run(loop.condition(), now.copy(), input);
            State goesOn = loop.until() ? condition.failure() : condition.success();
            State ends = loop.until() ? condition.success() : condition.failure();
            State body = orEscaped(run(loop.body(), goesOn.copy(), input).either(), from);
            after = State.join(ends, State.join(goesOn, body));
            State next = State.join(now, body);
            if (now.covers(next)) {
                return Outcome.of(after);
            }
            next = next == now ? next.copy() : next;
            if (pass > 0) {
                next.widen(now);
            }
            now = next;
        }
        doubt("a loop in which something new comes about each time");
        return Outcome.of(after);
    }

    private Outcome repeated(Node body, State state, Input input) {
        return loop(new Node.Loop(new Node.Sequence(List.of()), body, false), state, input);
    }

    private Outcome each(Node.For each, State state, Input input) {
        Set<String> texts = new LinkedHashSet<>();
        List<Arg> items = items(each, state);
        items.forEach(item -> texts.add(item.count() == Arg.Count.ANY ? String.valueOf(Holes.ANY) : item.text()));
        if (texts.isEmpty()) {
            return Outcome.of(state);
        }
        State inside = state.copy();
        inside.set(each.name(), Value.each(texts));
        return Outcome.of(State.join(state, repeated(each.body(), inside, input).either()));
    }

    private List<Arg> items(Node.For each, State state) {
        List<Word> words = each.words();
        if (words != null) {
            return expander.words(words, state).stream().flatMap(List::stream).toList();
        }
        List<String> positional = state.positional();
        return positional == null
                ? List.of(Arg.anything(List.of()))
                : positional.stream().map(Arg::of).toList();
    }

    private Outcome choice(Node.Case choice, State state, Input input) {
        expander.value(choice.subject(), state);
        State after = state;
        State before = state;
        for (Node.Branch branch : choice.branches()) {
            State there = before;
            branch.patterns().forEach(pattern -> expander.value(pattern, there));
            State behind = run(branch.body(), there.copy(), input).either();
            after = State.join(after, behind);
            before = branch.goesOn() ? State.join(state, behind) : state;
        }
        return Outcome.of(after);
    }

    /** Something is run here that may go wrong, and then nothing is printed. */
    void fail() {
        failures++;
    }

    Printed substituted(Node body, State state) {
        int from = commands.size();
        int failed = failures;
        State inside = state.copy();
        Set<String> texts = new LinkedHashSet<>(new Printing(this, outputs).run(body, inside));
        if (failures > failed) {
            texts.add("");
        }
        return new Printed(texts, List.copyOf(commands.subList(from, commands.size())));
    }

    Printed beside(Node body, boolean isInput, State state) {
        int from = commands.size();
        inSubshell(body, state, new Input.Inherited(), true);
        return new Printed(Set.of(), isInput ? List.copyOf(commands.subList(from, commands.size())) : List.of());
    }

    /** Runs a function's bodies with these words as its parameters. */
    Outcome call(String name, List<Arg> arguments, State state, Input input) {
        if (active.contains(name)) {
            multiplies |= beside;
            doubt("a function that calls itself");
            return Outcome.of(state);
        }
        active.add(name);
        State inside = state.entered();
        boolean known = arguments.stream().allMatch(it -> it.count() == Arg.Count.ONE);
        inside.setPositional(known ? arguments.stream().map(Arg::text).toList() : null);
        State after = null;
        for (Node body : state.function(name)) {
            int from = escaped.size();
            State ended = orEscaped(run(body, inside.copy(), input).either().revived(), from)
                    .left(state);
            escaped.subList(from, escaped.size()).clear();
            after = after == null ? ended : State.join(after, ended);
        }
        active.removeLast();
        return Outcome.of(after == null ? state : after);
    }

    boolean isInFunction() {
        return !active.isEmpty();
    }

    /** Parses a text that is run in this very shell, and goes through it. */
    Outcome evaluated(String text, State state, Input input) {
        return run(ShellParser.parse(text), state, input);
    }

    SimpleWalk simple() {
        return simple;
    }

    Calculator calculator() {
        return calculator;
    }
}
