package dev.carabiner.console;

import dev.carabiner.event.EventData;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a search wants: records in which all words occur, and that pass the filters. {@link AuditQueryText} reads it.
 *
 * @param words in lower case
 * @param filters by name, of those in {@link AuditQueryText#FILTERS}; times as records write them
 */
record AuditQuery(List<String> words, Map<String, String> filters) {

    @Nullable
    String session() {
        return filters.get("session");
    }

    /** Whether records before this time are not wanted, and so nothing that is older. */
    boolean isTooOld(String time) {
        String after = filters.get("after");
        return after != null && time.compareTo(after) < 0;
    }

    /**
     * Whether the record is wanted.
     *
     * @param record with the marks of its long values
     * @param values the long values that were written for it
     */
    boolean accepts(LogRecord record, List<EventData> values) {
        return acceptsTime(record.time()) && acceptsFields(record) && hasWords(record, values);
    }

    private boolean acceptsTime(String time) {
        String before = filters.get("before");
        return !isTooOld(time) && (before == null || time.compareTo(before) < 0);
    }

    private boolean acceptsFields(LogRecord record) {
        String event = filters.get("event");
        String actor = filters.get("actor");
        String hook = filters.get("hook");
        String action = filters.get("action");
        return (event == null || LiveFilter.isEvent(event, record.field("event")))
                && (actor == null || actor.equals(record.actor()))
                && (hook == null || hook.equals(record.actor()) || names("hook", hook, record))
                && (action == null || names("action", action, record));
    }

    /** Whether the record itself or one of its runs has that value, as for the command {@code carabiner audit show}. */
    private static boolean names(String key, String value, LogRecord record) {
        return value.equals(record.field(key))
                || record.list("runs").stream().anyMatch(run -> value.equals(run.get(key)));
    }

    private boolean hasWords(LogRecord record, List<EventData> values) {
        WordSearch search = new WordSearch(words);
        search.look(List.of(record.session(), record.type(), record.actor()));
        search.look(record.data().asMap());
        values.forEach(value -> search.look(value.get("json")));
        return search.isComplete();
    }
}
