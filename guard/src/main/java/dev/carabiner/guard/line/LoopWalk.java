package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Walk.Outcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Goes through loops: again and again, until nothing new is learned. */
final class LoopWalk {

    private final Walk walk;
    private final Expander expander;

    LoopWalk(Walk walk, Expander expander) {
        this.walk = walk;
        this.expander = expander;
    }

    Outcome run(Node.Loop loop, State state, Input input) {
        State now = state;
        State after = state;
        int from = walk.escapes();
        for (int pass = 0; pass < 4; pass++) {
            Outcome condition = walk.run(loop.condition(), now.copy(), input);
            State goesOn = loop.until() ? condition.failure() : condition.success();
            State ends = loop.until() ? condition.success() : condition.failure();
            State body =
                    walk.orEscaped(walk.run(loop.body(), goesOn.copy(), input).either(), from);
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
        walk.doubt("a loop in which something new comes about each time");
        return Outcome.of(after);
    }

    /** Any number of times, also never. */
    Outcome repeated(Node body, State state, Input input) {
        return run(new Node.Loop(new Node.Sequence(List.of()), body, false), state, input);
    }

    /** For each of the words, which need not be known. */
    Outcome each(Node.For each, State state, Input input) {
        Set<String> texts = new LinkedHashSet<>();
        List<Arg> items = items(each, state);
        items.forEach(item -> texts.add(item.count() == Arg.Count.ANY ? String.valueOf(Holes.ANY) : item.text()));
        if (texts.isEmpty()) {
            return Outcome.of(state);
        }
        if (Regex.fits(each.name(), "PATH|LD_\\w+|BASH_ENV|ENV|SHELL|HOME|CDPATH|PS4|PROMPT_COMMAND|GIT_\\w+")) {
            walk.doubt("a loop that changes how programs are found");
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
}
