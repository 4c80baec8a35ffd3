package dev.carabiner.engine.explain;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.ListedHandler;
import dev.carabiner.hook.Rehearsal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Why a policy says what it says about one event: who was called and who was not, what each answered, how the answers
 * were combined, and who alone could change it. The text and the JSON are two forms of it.
 *
 * @param bundle the policy's name and version, as in {@code team@3}
 * @param judgement what it says
 * @param elapsed how long the handlers took altogether
 * @param handlers every handler of the policy in running order
 * @param flips the handlers each of which would change the action by not being there
 * @param ruleCount how many rules there are to look at
 */
public record Explanation(
        String bundle,
        Judgement judgement,
        Duration elapsed,
        List<HandlerNote> handlers,
        List<Flip> flips,
        int ruleCount) {

    public Explanation {
        handlers = List.copyOf(handlers);
        flips = List.copyOf(flips);
    }

    /**
     * Explains an event that has been rehearsed. Handlers behind a denial are called now, to know what they would say.
     *
     * @param all every handler of the policy
     */
    public static Explanation of(
            String bundle,
            Judgement judgement,
            Duration elapsed,
            Rehearsal rehearsal,
            List<ListedHandler> all,
            int ruleCount) {
        return new Explanation(
                bundle,
                judgement,
                elapsed,
                HandlerNotes.of(all, rehearsal.handlers(), rehearsal.outcome()),
                flips(rehearsal),
                ruleCount);
    }

    private static List<Flip> flips(Rehearsal rehearsal) {
        List<Flip> flips = new ArrayList<>();
        Action decided = rehearsal.outcome().action();
        List<ListedHandler> handlers = rehearsal.handlers();
        for (int place = 0; place < handlers.size(); place++) {
            HookOutcome without = rehearsal.without(place);
            if (without.action() != decided) {
                ListedHandler handler = handlers.get(place);
                flips.add(
                        new Flip(handler.name(), handler.options().priority(), without.action(), without.decidedBy()));
            }
        }
        return flips;
    }

    /** What the handlers decided; its questions are open. */
    public HookOutcome outcome() {
        return judgement.outcome();
    }

    /** For programs: schema 1, described in {@code docs/explain.md}. */
    public EventData json() {
        return ExplanationJson.of(this);
    }

    /** For people: a few lines, each with its end. Nothing in it can deceive a terminal. */
    public String text() {
        return new ExplanationText(this).toString();
    }
}
