package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.Dialect;
import dev.carabiner.bridge.dialect.EventRow;
import dev.carabiner.bridge.dialect.HookAnswer;
import dev.carabiner.bridge.dialect.HookFailedException;
import dev.carabiner.bridge.dialect.Occasion;
import dev.carabiner.bridge.dialect.Payload;
import dev.carabiner.bridge.dialect.ToolTable;
import dev.carabiner.display.Level;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer as a result here.
 *
 * @param result null for nothing at all
 * @param question what must still be asked, where the result is a change
 * @param context what must still be told to the model, where the result is a change; empty for nothing
 */
record ForeignResult(@Nullable HookResult result, HookResult.@Nullable AskUser question, String context) {

    static ForeignResult of(Dialect dialect, EventRow row, HookAnswer answer, EventData data, Occasion occasion) {
        return switch (answer.verdict()) {
            case BLOCK -> blocked(dialect, row, answer, data, occasion);
            case STOP -> alone(stopped(row, answer));
            case ASK -> asked(dialect, row, answer, data, occasion);
            case ALLOW, NONE -> goingOn(dialect, row, answer, data, occasion);
        };
    }

    private static ForeignResult alone(@Nullable HookResult result) {
        return new ForeignResult(result, null, "");
    }

    private static ForeignResult blocked(
            Dialect dialect, EventRow row, HookAnswer answer, EventData data, Occasion occasion) {
        String reason = answer.reason().isEmpty() ? answer.message() : answer.reason();
        return switch (row.block()) {
            case DENIES ->
                alone(told(
                        HookResult.deny(reason.isEmpty() ? "Blocked by a hook that gave no reason" : reason), answer));
            case TELLS_MODEL -> {
                HookResult change = row.rewrite().isEmpty() ? null : change(dialect, row, answer, data, occasion);
                String text = joined(reason, answer.context());
                HookResult alone = text.isEmpty() ? HookResult.proceed() : HookResult.inject(text);
                yield change == null ? alone(told(alone, answer)) : new ForeignResult(told(change, answer), null, text);
            }
            case TELLS_USER ->
                alone(reason.isEmpty() ? null : HookResult.proceed().userMessage(reason, Level.WARNING));
            case IGNORED ->
                alone(told(
                        HookResult.proceed().because("The hook objects, which has no effect here: " + reason), answer));
        };
    }

    /** The end of the turn is what such a hook wants, so there is nothing to deny. */
    private static @Nullable HookResult stopped(EventRow row, HookAnswer answer) {
        if (row.ours().equals("execution:complete") || row.block() == EventRow.Block.IGNORED) {
            return told(HookResult.proceed().because(answer.reason()), answer);
        }
        return told(HookResult.deny(answer.reason().isEmpty() ? "Stopped by a hook" : answer.reason()), answer);
    }

    private static ForeignResult asked(
            Dialect dialect, EventRow row, HookAnswer answer, EventData data, Occasion occasion) {
        String why = answer.reason().isEmpty() ? answer.message() : answer.reason();
        HookResult.AskUser question = HookResult.ask(why.isEmpty() ? "Allow " + occasion.tool() + "?" : why)
                .reason(why);
        HookResult change = row.rewrite().isEmpty() ? null : change(dialect, row, answer, data, occasion);
        return change == null && answer.context().isEmpty()
                ? alone(told(question, answer))
                : new ForeignResult(
                        change == null ? told(HookResult.inject(answer.context()), answer) : told(change, answer),
                        question,
                        change == null ? "" : answer.context());
    }

    private static ForeignResult goingOn(
            Dialect dialect, EventRow row, HookAnswer answer, EventData data, Occasion occasion) {
        HookResult change = row.rewrite().isEmpty() ? null : change(dialect, row, answer, data, occasion);
        if (change != null) {
            return new ForeignResult(told(change, answer), null, answer.context());
        }
        if (!answer.context().isEmpty()) {
            return alone(told(HookResult.inject(answer.context()), answer));
        }
        boolean silent = answer.message().isEmpty() && answer.reason().isEmpty();
        return alone(silent ? null : told(HookResult.proceed().because(answer.reason()), answer));
    }

    private static @Nullable HookResult change(
            Dialect dialect, EventRow row, HookAnswer answer, EventData data, Occasion occasion) {
        if (row.rewrite().equals("tool_input") && answer.input() != null) {
            return input(dialect, answer, answer.input(), data, occasion);
        }
        if (row.rewrite().equals("tool_result") && answer.output() != null) {
            Map<String, @Nullable Object> result = new LinkedHashMap<>();
            EventData before = data.get("tool_result") instanceof Map ? data.object("tool_result") : null;
            result.putAll(before == null ? Map.of("success", true) : before.asMap());
            result.put("output", answer.output());
            return HookResult.modify(data.with("tool_result", result));
        }
        return null;
    }

    private static @Nullable HookResult input(
            Dialect dialect, HookAnswer answer, EventData theirs, EventData data, Occasion occasion) {
        ToolTable.Row tool = dialect.tools().ofOurs(occasion.tool());
        if (tool != null && tool.patch()) {
            throw new HookFailedException(
                    "it rewrites a patch, which cannot be turned into an input of " + tool.ours());
        }
        EventData ours = Payload.input(dialect, occasion, theirs);
        EventData before = data.object("tool_input");
        EventData input = answer.merges() && before != null ? before.overlaidWith(ours) : ours;
        boolean same = before != null && before.sameJsonAs(input);
        return same ? null : HookResult.modify(data.with("tool_input", input)).reason(answer.reason());
    }

    private static HookResult told(HookResult result, HookAnswer answer) {
        return answer.message().isEmpty() ? result : result.userMessage(answer.message(), Level.INFO);
    }

    private static String joined(String one, String other) {
        return one.isEmpty() || other.isEmpty() ? one + other : one + "\n\n" + other;
    }
}
