package dev.carabiner.bridge.dialect;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How one agent speaks with hooks: the names of its events, tools and fields, and what its hooks' answers mean. Every table
 * is read in both directions.
 *
 * @param name what bundles call it, as in {@code claude}
 * @param agent what people call it
 * @param places where its files are, {@code ~} for the user's
 * @param base what every payload begins with
 * @param events in the order of its documentation; those that are not here cannot be mapped
 * @param tools its tools that Carabiner knows under another name or with other fields
 * @param answers how exit code and output are read
 * @param matching how a matcher is compared
 * @param inOrder whether its hooks run one after another; otherwise all at once
 * @param shell the words before a command
 * @param timeout of a hook that has none
 * @param timeoutUnit what a number in its files counts
 * @param environment the variables that its hooks find, with {@link #PROJECT} and {@link #SESSION} for what is known later
 * @param limits what its hooks can do there and not here, for people
 */
public record Dialect(
        String name,
        String agent,
        List<String> places,
        List<FieldRow> base,
        List<EventRow> events,
        ToolTable tools,
        AnswerReader answers,
        Matching matching,
        boolean inOrder,
        List<String> shell,
        Duration timeout,
        Duration timeoutUnit,
        Map<String, String> environment,
        List<String> limits) {

    /** Stands for the project's directory. */
    public static final String PROJECT = "{project}";

    /** Stands for the session's id. */
    public static final String SESSION = "{session}";

    public Dialect {
        places = List.copyOf(places);
        base = List.copyOf(base);
        events = List.copyOf(events);
        shell = List.copyOf(shell);
        environment = new TreeMap<>(environment);
        limits = List.copyOf(limits);
    }

    /** Where a project has such hooks: files, and directories that hold them, relative to the project. */
    public List<String> projectFiles() {
        return places.stream()
                .filter(it -> it.startsWith("."))
                .map(it -> it.replaceFirst("/(\\*\\.json|EVENT)$", ""))
                .toList();
    }

    /** The rows of an event of theirs: one for each event here that it stands for. Empty if it cannot be mapped. */
    public List<EventRow> eventsNamed(String theirs) {
        return events.stream().filter(row -> row.theirs().equals(theirs)).toList();
    }

    /** The rows of an event here, in the order in which the agent would call them. */
    public List<EventRow> eventsFor(String ours) {
        return events.stream().filter(row -> row.ours().equals(ours)).toList();
    }

    /** The first row of an event of theirs; null if it cannot be mapped. */
    public @Nullable EventRow event(String theirs) {
        return eventsNamed(theirs).stream().findFirst().orElse(null);
    }
}
