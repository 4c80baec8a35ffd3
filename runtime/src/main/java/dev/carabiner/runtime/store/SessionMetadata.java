package dev.carabiner.runtime.store;

import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a session without reading its transcript.
 *
 * @param id also the name of its directory, hence of letters, digits, {@code -}, {@code _} and {@code .} only
 * @param name what it is about, for people; empty until it is named, and never long
 * @param bundle the bundle's name or file
 * @param parent the session that this one was forked from or that it works for; null if there is none
 * @param turns how many prompts it has had
 * @param tokens how many tokens its models have read and written
 */
public record SessionMetadata(
        String id,
        String name,
        Instant created,
        Instant updated,
        Path workingDirectory,
        String bundle,
        String provider,
        String model,
        @Nullable String parent,
        SessionStatus status,
        int turns,
        long tokens) {

    private static final int LONGEST_NAME = 200;

    public SessionMetadata {
        SessionIds.check(id);
        name = shortened(Objects.requireNonNull(name, "the name of a session"));
        Objects.requireNonNull(created, "when a session was created");
        Objects.requireNonNull(updated, "when a session was updated");
        Objects.requireNonNull(workingDirectory, "the working directory of a session");
        Objects.requireNonNull(bundle, "the bundle of a session");
        Objects.requireNonNull(provider, "the provider of a session");
        Objects.requireNonNull(model, "the model of a session");
        Objects.requireNonNull(status, "the status of a session");
    }

    /** It may come from a model, and is for a line in a list. */
    private static String shortened(String name) {
        return name.codePointCount(0, name.length()) <= LONGEST_NAME
                ? name
                : name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME)) + "…";
    }

    /** Whether it is the session of a sub-agent of that bundle, and not one of the bundle itself. */
    public boolean isSubAgentOf(String whole) {
        return parent != null && bundle.startsWith(whole + "/");
    }

    /** A session that begins now. */
    public static SessionMetadata begin(String id, Instant now, Path workingDirectory, String bundle) {
        return new SessionMetadata(
                id, "", now, now, workingDirectory, bundle, "", "", null, SessionStatus.RUNNING, 0, 0);
    }

    /** The same with a name, cut to the longest that is kept. */
    public SessionMetadata withName(String newName) {
        return read(toData().with("name", newName));
    }

    /** The same, changed at this time. */
    public SessionMetadata withUpdated(Instant now) {
        return read(toData().with("updated", now));
    }

    /** The same with the provider and model that it runs with. */
    public SessionMetadata withModel(String newProvider, String newModel) {
        return read(toData().with("provider", newProvider).with("model", newModel));
    }

    /** The same as a child of another session. */
    public SessionMetadata withParent(String newParent) {
        return read(toData().with("parent", newParent));
    }

    /** The same with another status. */
    public SessionMetadata withStatus(SessionStatus newStatus) {
        return read(toData().with("status", newStatus.text()));
    }

    /** The same after so many turns and tokens in all. */
    public SessionMetadata withUse(int newTurns, long newTokens) {
        return read(toData().with("turns", newTurns).with("tokens", newTokens));
    }

    /** As it is written down; a changed copy goes by way of it, too. */
    public EventData toData() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", id);
        fields.put("name", name);
        fields.put("created", created);
        fields.put("updated", updated);
        fields.put("working_directory", workingDirectory.toString());
        fields.put("bundle", bundle);
        fields.put("provider", provider);
        fields.put("model", model);
        fields.put("parent", parent);
        fields.put("status", status.text());
        fields.put("turns", turns);
        fields.put("tokens", tokens);
        return EventData.of(fields);
    }

    /**
     * Reads it back; fields that it does not know are ignored.
     *
     * @throws IllegalArgumentException if a field is missing or wrong; the text names it
     */
    public static SessionMetadata read(EventData data) {
        return new SessionMetadata(
                text(data, "id"),
                text(data, "name"),
                instant(data, "created"),
                instant(data, "updated"),
                Path.of(text(data, "working_directory")),
                text(data, "bundle"),
                text(data, "provider"),
                text(data, "model"),
                data.get("parent") == null ? null : text(data, "parent"),
                SessionStatus.parse(text(data, "status")),
                Math.toIntExact(number(data, "turns")),
                number(data, "tokens"));
    }

    private static String text(EventData data, String key) {
        if (data.get(key) instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException(key + " is missing or no text");
    }

    private static Instant instant(EventData data, String key) {
        String text = text(data, key);
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(key + " is no point in time", e);
        }
    }

    private static long number(EventData data, String key) {
        return switch (data.get(key)) {
            case Integer number -> number;
            case Long number -> number;
            case null, default -> throw new IllegalArgumentException(key + " is missing or no whole number");
        };
    }
}
