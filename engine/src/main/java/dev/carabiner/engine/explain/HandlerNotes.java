package dev.carabiner.engine.explain;

import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.ListedHandler;
import dev.carabiner.hook.SkippedHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Brings each handler together with its runs: both come in running order. */
final class HandlerNotes {

    private final List<ListedHandler> hearing;
    private final Deque<HandlerRun> first = new ArrayDeque<>();
    private final Deque<HandlerRun> again = new ArrayDeque<>();
    private final Deque<SkippedHandler> skipped;
    private final List<HandlerNote> notes = new ArrayList<>();

    private HandlerNotes(List<ListedHandler> hearing, HookOutcome outcome) {
        this.hearing = new ArrayList<>(hearing);
        outcome.runs().forEach(run -> (run.again() ? again : first).add(run));
        this.skipped = new ArrayDeque<>(outcome.skipped());
    }

    /**
     * @param all every handler of the policy
     * @param hearing those that are registered for the event
     */
    static List<HandlerNote> of(List<ListedHandler> all, List<ListedHandler> hearing, HookOutcome outcome) {
        HandlerNotes made = new HandlerNotes(hearing, outcome);
        all.forEach(made::add);
        return List.copyOf(made.notes);
    }

    private void add(ListedHandler handler) {
        if (!hearing.remove(handler)) {
            String event = handler.options().event();
            notes.add(new HandlerNote(handler, List.of(), "only for " + event));
        } else if (isNext(handler)) {
            notes.add(new HandlerNote(handler, List.of(), skipped.remove().why()));
        } else {
            notes.add(new HandlerNote(handler, runs(handler), ""));
        }
    }

    /** Whether it is the next of those that were not called. Of two with one name, its tools tell. */
    private boolean isNext(ListedHandler handler) {
        SkippedHandler next = skipped.peek();
        if (next == null || !is(handler, next.name(), next.priority())) {
            return false;
        }
        String tools = "only for " + String.join(", ", handler.options().tools());
        HandlerRun run = first.peek();
        return next.why().equals(tools) || run == null || !is(handler, run.name(), run.priority());
    }

    private List<HandlerRun> runs(ListedHandler handler) {
        List<HandlerRun> runs = new ArrayList<>();
        runs.add(first.remove());
        HandlerRun second = again.peek();
        if (second != null && is(handler, second.name(), second.priority())) {
            runs.add(again.remove());
        }
        return runs;
    }

    private static boolean is(ListedHandler handler, String name, int priority) {
        return handler.name().equals(name) && handler.options().priority() == priority;
    }
}
