package dev.carabiner.engine.explain;

import dev.carabiner.event.EventData;
import dev.carabiner.event.FieldChange;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookFailure;
import dev.carabiner.hook.HookResult;
import org.jspecify.annotations.Nullable;

/** What a handler's answer says, in words. */
final class Answers {

    private Answers() {}

    /** The reason it gives: a denial's, a question's or its prompt, a failure's message; else empty. */
    static String reason(HandlerRun run) {
        return switch (run.result()) {
            case HookResult.Deny deny -> deny.reason();
            case HookResult.AskUser question -> question.reason().isEmpty() ? question.prompt() : question.reason();
            case HookResult.Modify modify -> modify.reason();
            case null -> message(run.failure());
            default -> "";
        };
    }

    private static String message(@Nullable HookFailure failure) {
        return failure == null ? "" : String.valueOf(failure.getMessage());
    }

    /** What a failed run counted as. */
    static String consequence(HandlerRun run) {
        return switch (run.failure() == null ? null : run.failure().policy()) {
            case DENY -> "deny";
            case ASK -> "ask_user";
            case CONTINUE -> "continue";
            case null -> "continue";
        };
    }

    /** Whether the field was there before it was changed. */
    static boolean has(EventData before, FieldChange change) {
        EventData holder = holder(before, change);
        return holder != null && holder.asMap().containsKey(key(change));
    }

    static @Nullable Object value(EventData before, FieldChange change) {
        EventData holder = holder(before, change);
        return holder == null ? null : holder.get(key(change));
    }

    private static @Nullable EventData holder(EventData before, FieldChange change) {
        return change.inner() == null ? before : before.object(change.field());
    }

    private static String key(FieldChange change) {
        String inner = change.inner();
        return inner == null ? change.field() : inner;
    }
}
