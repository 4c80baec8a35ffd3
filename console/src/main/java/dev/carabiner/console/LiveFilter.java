package dev.carabiner.console;

import dev.carabiner.approval.ApprovalRequest;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which rows and requests a reader wants; null for any. An event may be a pattern, as in {@code tool:*}. */
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
        return accepts(row.session(), row.event(), row.hook(), row.action());
    }

    /** A request is what its hook asked at its event. */
    boolean accepts(ApprovalRequest request) {
        return accepts(request.session(), request.event(), request.hook(), "ask_user");
    }

    private boolean accepts(String ofSession, String ofEvent, String ofHook, String ofAction) {
        return (session == null || session.equals(ofSession))
                && (event == null || isEvent(event, ofEvent))
                && (hook == null || hook.equals(ofHook))
                && (action == null || action.equals(ofAction));
    }

    /** Whether it is that event, or one of that pattern. */
    static boolean isEvent(String wanted, String event) {
        return wanted.endsWith(":*")
                ? event.startsWith(wanted.substring(0, wanted.length() - 1))
                : wanted.equals(event);
    }
}
