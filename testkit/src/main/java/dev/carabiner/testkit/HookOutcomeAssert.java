package dev.carabiner.testkit;

import dev.carabiner.approval.Question;
import dev.carabiner.context.Injection;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions about the outcome of an emit. What fails says what the outcome was, who decided, and which hooks ran. */
public final class HookOutcomeAssert extends AbstractAssert<HookOutcomeAssert, HookOutcome> {

    HookOutcomeAssert(HookOutcome actual) {
        super(actual, HookOutcomeAssert.class);
    }

    /** It goes on: nothing is denied and nothing asked. */
    public HookOutcomeAssert goesOn() {
        isNotNull();
        return holds(!actual.denied() && actual.action() != Action.ASK_USER, "to go on");
    }

    /** It is denied, by a hook or by the kernel. */
    public HookOutcomeAssert isDenied() {
        isNotNull();
        return holds(actual.denied(), "to be denied");
    }

    /** The handler of this name has denied it, by its answer or because it failed and its policy says so. */
    public HookOutcomeAssert isDeniedBy(String hook) {
        isNotNull();
        return holds(actual.denied() && actual.decidedBy().equals(hook), "to be denied by " + hook);
    }

    /** It is denied, and no hook did that: a human, a rule, a timeout, or the kernel itself. */
    public HookOutcomeAssert isDeniedByNoHook() {
        isNotNull();
        return holds(actual.denied() && actual.decidedBy().isEmpty(), "to be denied by a human or the kernel");
    }

    /** The handler of this name wants a human to be asked, and nothing is denied. For outcomes of a bare registry. */
    public HookOutcomeAssert isAskedBy(String hook) {
        isNotNull();
        boolean asked = actual.questions().stream().map(Question::author).anyMatch(hook::equals);
        return holds(actual.action() == Action.ASK_USER && asked, "to be asked by " + hook);
    }

    /** The reason is exactly this. */
    public HookOutcomeAssert withReason(String reason) {
        isNotNull();
        return holds(actual.reason().equals(reason), "to have the reason \"" + reason + "\"");
    }

    /** The reason holds this text. */
    public HookOutcomeAssert withReasonContaining(String part) {
        isNotNull();
        return holds(actual.reason().contains(part), "to have a reason with \"" + part + "\"");
    }

    /** One of its questions has a prompt with this text. */
    public HookOutcomeAssert withPromptContaining(String part) {
        isNotNull();
        List<String> prompts = actual.questions().stream().map(Question::prompt).toList();
        return holds(
                prompts.stream().anyMatch(it -> it.contains(part)),
                "to ask with \"" + part + "\", and the prompts are " + prompts);
    }

    /** The handler of this name injects a text that holds this. */
    public HookOutcomeAssert injects(String hook, String part) {
        isNotNull();
        List<Injection> all = actual.injections();
        return holds(
                all.stream()
                        .anyMatch(it -> it.author().equals(hook) && it.text().contains(part)),
                "to have an injection by " + hook + " with \"" + part + "\", and the injections are " + all);
    }

    /** Nothing is injected. */
    public HookOutcomeAssert injectsNothing() {
        isNotNull();
        return holds(actual.injections().isEmpty(), "to inject nothing, and the injections are " + actual.injections());
    }

    /** The final data have this value there. A dot leads into an object: {@code tool_input.file_path}. */
    public HookOutcomeAssert hasData(String path, @Nullable Object value) {
        isNotNull();
        Object found = at(actual.data(), path);
        return holds(Objects.equals(found, value), "to have " + value + " as " + path + ", and it is " + found);
    }

    /** These handlers ran, in this order, and no other. */
    public HookOutcomeAssert ranExactly(String... hooks) {
        isNotNull();
        List<String> ran = actual.runs().stream().map(HandlerRun::name).toList();
        return holds(ran.equals(List.of(hooks)), "to run " + List.of(hooks) + ", and these ran: " + ran);
    }

    /** No handler failed. */
    public HookOutcomeAssert hasNoFailure() {
        isNotNull();
        List<HandlerRun> failed =
                actual.runs().stream().filter(it -> it.failure() != null).toList();
        return holds(failed.isEmpty(), "to have no failure, and these failed: " + failed);
    }

    private static @Nullable Object at(EventData data, String path) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            return data.get(path);
        }
        EventData inner = data.object(path.substring(0, dot));
        return inner == null ? null : at(inner, path.substring(dot + 1));
    }

    private HookOutcomeAssert holds(boolean condition, String expected) {
        if (!condition) {
            throw failure("%s", "Expected " + actual.event() + " " + expected + "\n but was: " + actual);
        }
        return this;
    }
}
