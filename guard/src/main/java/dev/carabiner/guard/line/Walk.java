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

    private final String start;
    private final Expander expander;
    private final SimpleWalk simple;
    private final LoopWalk loops;
    private final Traps traps = new Traps(this);
    private final Printing printing;
    private final Calculator calculator;
    private final List<ShellCommand> commands = new ArrayList<>();
    private final Set<String> doubts = new LinkedHashSet<>();
    private final List<String> active = new ArrayList<>();
    private final List<State> escaped = new ArrayList<>();
    private boolean beside;
    private boolean multiplies;
    private boolean disguises;
    private int steps;

    Walk(String start, String home, Outputs outputs) {
        this.start = start;
        this.printing = new Printing(this, outputs);
        this.expander = new Expander(this, home);
        this.calculator = new Calculator(this, expander);
        this.simple = new SimpleWalk(this, expander);
        this.loops = new LoopWalk(this, expander);
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
        if (EndlessLoop.isEndless(node)) {
            doubt("a loop that never ends");
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
            case Node.Loop loop -> loops.run(loop, state, input);
            case Node.For each -> loops.each(each, state, input);
            case Node.ArithmeticFor(Word expression, Node body) -> {
                calculator.calculate(expression, state);
                yield loops.repeated(body, state, input);
            }
            case Node.Case choice -> choice(choice, state, input);
            case Node.Function(String name, Node body) -> {
                State defined = state.copy();
                defined.define(name, body);
                if (name.equals("command_not_found_handle")) {
                    traps.add(name, false); // bash calls it
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

    void inSubshell(Node body, State state, Input input, boolean isBeside) {
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

    /** How many places are known so far where a loop or function may be left. */
    int escapes() {
        return escaped.size();
    }

    /** This, or what was known at any place since then where a loop or function may have been left. */
    State orEscaped(State state, int from) {
        State all = state;
        for (State one : escaped.subList(from, escaped.size())) {
            all = State.join(all, one.revived());
        }
        return all;
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

    Printing printing() {
        return printing;
    }

    Traps traps() {
        return traps;
    }

    SimpleWalk simple() {
        return simple;
    }

    Calculator calculator() {
        return calculator;
    }
}
