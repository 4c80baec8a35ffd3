package dev.carabiner.console;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which rows a reader wants; null for any. An event may be a pattern, as in {@code tool:*}. */
record LiveFilter(
        @Nullable String session,
        @Nullable String event,
        @Nullable String hook,
        @Nullable String action) {

    static LiveFilter of(Function<String, @Nullable String> query) {
        return new LiveFilter(
                given(query.apply("session")),
                given(query.apply("event")),
                given(query.apply("hook")),
                given(query.apply("action")));
    }

    private static @Nullable String given(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    boolean accepts(LiveRow row) {
        return (session == null || session.equals(row.session()))
                && (event == null || isEvent(event, row.event()))
                && (hook == null || hook.equals(row.hook()))
                && (action == null || action.equals(row.action()));
    }

    private static boolean isEvent(String wanted, String event) {
        return wanted.endsWith(":*")
                ? event.startsWith(wanted.substring(0, wanted.length() - 1))
                : wanted.equals(event);
    }
}
