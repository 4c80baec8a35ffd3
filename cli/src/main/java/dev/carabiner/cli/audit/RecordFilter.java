package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.json.JsonBytes;
import dev.carabiner.json.RecordJson;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which records are wanted. */
final class RecordFilter {

    static final Set<String> OPTIONS = Set.of("--session", "--hook", "--action", "--type", "--since", "--until");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final @Nullable String session;
    private final @Nullable String hook;
    private final @Nullable String action;
    private final @Nullable String type;
    private final @Nullable String since;
    private final @Nullable String until;

    RecordFilter(Arguments arguments) {
        String wanted = arguments.value("--session");
        session = wanted == null ? null : quoted(wanted);
        hook = arguments.value("--hook");
        action = arguments.value("--action");
        type = arguments.value("--type");
        since = time(arguments.value("--since"));
        until = time(arguments.value("--until"));
    }

    boolean accepts(RecordLine record) {
        return (session == null || session.equals(record.session()))
                && (type == null || type.equals(record.type()))
                && (since == null || since.compareTo(record.time()) <= 0)
                && (until == null || until.compareTo(record.time()) > 0)
                && ((hook == null && action == null) || acceptsContent(record));
    }

    private boolean acceptsContent(RecordLine record) {
        try {
            Map<String, @Nullable Object> data = RecordJson.read(record.data());
            return (hook == null || quoted(hook).equals(record.actor()) || names("hook", hook, data))
                    && (action == null || names("action", action, data));
        } catch (CarabinerException e) {
            return true; // what cannot be looked into is shown: it might be what is looked for
        }
    }

    /** Whether the record itself or one of its runs has that value. */
    private static boolean names(String key, String value, Map<String, @Nullable Object> data) {
        return value.equals(data.get(key))
                || (data.get("runs") instanceof List<?> runs
                        && runs.stream().anyMatch(run -> run instanceof Map<?, ?> map && value.equals(map.get(key))));
    }

    /** As records write it. */
    private static String quoted(String text) {
        JsonBytes json = new JsonBytes(64);
        json.text(text);
        return new String(json.array(), 0, json.length(), StandardCharsets.UTF_8);
    }

    /** As records write it, so that text compares as time does. */
    private static @Nullable String time(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            boolean day = text.length() == "2026-01-31".length();
            Instant time =
                    day ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant() : Instant.parse(text);
            String written = TIME.format(time);
            if (written.length() == "2026-01-31T12:00:00.000000000Z".length()) {
                return written;
            }
        } catch (DateTimeException e) {
            throw new UsageException(noTime(text));
        }
        throw new UsageException(noTime(text)); // a year with a sign, which would not compare
    }

    private static String noTime(String text) {
        return "'" + text + "' is no time: use 2026-01-31 or 2026-01-31T12:00:00Z, in the years 0000 to 9999";
    }
}
