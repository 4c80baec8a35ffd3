package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.json.RecordJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which records a command takes. */
final class RecordFilter {

    @Option(
            names = "--session",
            paramLabel = "ID",
            converter = ArgumentTypes.Quoted.class,
            description = "Only records of this session.")
    private @Nullable String session;

    @Option(names = "--hook", paramLabel = "NAME", description = "Only records of this hook, or with a run of it.")
    private @Nullable String hook;

    @Option(names = "--action", paramLabel = "ACTION", description = "Only records with this action, as in deny.")
    private @Nullable String action;

    @Option(names = "--type", paramLabel = "TYPE", description = "Only records of this type, as in approval_decision.")
    private @Nullable String type;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = ArgumentTypes.Time.class,
            description = "Only records from then on: a day (UTC), as in 2026-01-31, or an instant.")
    private @Nullable String since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = ArgumentTypes.Time.class,
            description = "Only records from before then.")
    private @Nullable String until;

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
            return (hook == null || isActor(hook, record) || names("hook", hook, data))
                    && (action == null || names("action", action, data));
        } catch (CarabinerException e) {
            return true; // what cannot be looked into is shown: it might be what is looked for
        }
    }

    private static boolean isActor(String hook, RecordLine record) {
        return new ArgumentTypes.Quoted().convert(hook).equals(record.actor());
    }

    /** Whether the record itself or one of its runs has that value. */
    private static boolean names(String key, String value, Map<String, @Nullable Object> data) {
        return value.equals(data.get(key))
                || (data.get("runs") instanceof List<?> runs
                        && runs.stream().anyMatch(run -> run instanceof Map<?, ?> map && value.equals(map.get(key))));
    }
}
