package dev.carabiner.hook;

import dev.carabiner.approval.Decision;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import dev.carabiner.event.EventData;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a generated handler does: plain data, which the model reads and the real handler acts out. */
record Answer(
        Kind kind,
        String text,
        int number,
        Role role,
        boolean ephemeral,
        boolean appended,
        Decision byDefault,
        @Nullable String message,
        Level level,
        boolean suppressed) {

    enum Kind {
        NULL,
        CONTINUE,
        OFFER,
        DENY,
        REPLACE_DATA,
        ADD_TO_DATA,
        REMOVE_FIELD,
        CHANGE_INPUT,
        REMOVE_FROM_INPUT,
        REPLACE_INPUT,
        DROP_INPUT,
        SET_EQUAL_DATA,
        INJECT,
        ASK,
        THROW_CHECKED,
        THROW_UNCHECKED,
        THROW_STACK_OVERFLOW,
        THROW_ASSERTION,
        THROW_LINKAGE,
        INVALID,
        LATE;

        boolean fails() {
            return compareTo(THROW_CHECKED) >= 0;
        }

        boolean modifies() {
            return compareTo(REPLACE_DATA) >= 0 && compareTo(SET_EQUAL_DATA) <= 0;
        }
    }

    /** A late handler has less than this time and takes more than the other. */
    static final int LATE_TIMEOUT_MILLIS = 2;

    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(12);

    /** The fields of a modification or offer, so made that its place in the chain shows. */
    Map<String, Object> newFields(Map<String, Object> seen) {
        return ModelData.made(this, seen);
    }

    /** Does what the answer says, as a real handler. */
    @Nullable
    HookResult actOut(EventData data) throws Exception {
        HookResult result = plain(data);
        if (result == null) {
            return null;
        }
        HookResult said = message == null ? result : result.userMessage(message, level);
        return suppressed ? said.suppressOutput() : said;
    }

    private @Nullable HookResult plain(EventData data) throws Exception {
        if (kind.modifies()) {
            return HookResult.modify(newFields(data.asMap()));
        }
        return switch (kind) {
            case NULL -> null;
            case CONTINUE -> HookResult.proceed();
            case OFFER -> HookResult.proceed(newFields(data.asMap()));
            case DENY -> HookResult.deny(text);
            case INJECT -> injection();
            case ASK -> HookResult.ask(text).byDefault(byDefault);
            case THROW_CHECKED -> throw new Exception(text);
            case THROW_UNCHECKED -> throw new IllegalStateException(text);
            case THROW_STACK_OVERFLOW -> throw new StackOverflowError(text);
            case THROW_ASSERTION -> throw new AssertionError(text);
            case THROW_LINKAGE -> throw new LinkageError(text);
            case INVALID -> throw new InvalidResultException(text);
            default -> comeTooLate();
        };
    }

    private HookResult comeTooLate() {
        long end = System.nanoTime() + LATE_NANOS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait(); // deaf to the interruption
        }
        return HookResult.deny("too late");
    }

    private HookResult injection() {
        HookResult.InjectContext injection = HookResult.inject(text).role(role);
        HookResult.InjectContext placed = appended ? injection.appendToLastToolResult() : injection;
        return ephemeral ? placed.ephemeral() : placed;
    }
}
