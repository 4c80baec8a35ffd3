package dev.carabiner.bridge.dialect;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The calls that one call of another agent amounts to here: a patch is a write or an edit of each file in it, so that guards
 * which look at files see every one.
 */
public final class FileEffects {

    /**
     * One call.
     *
     * @param whole whether it is the very call of the agent, so that its input can be rewritten
     */
    public record Effect(String tool, EventData input, boolean whole) {}

    private static final Pattern FILE = Pattern.compile("^\\*\\*\\* (Add|Update|Delete) File: (.+)$");
    private static final Pattern MOVED = Pattern.compile("^\\*\\*\\* Move to: (.+)$");
    private static final int MOST_FILES = 1000;

    private FileEffects() {}

    /**
     * What is to be judged.
     *
     * @throws UnknownPayloadException if it is a patch that cannot be read
     */
    public static List<Effect> of(AgentEvent event) {
        boolean file = event.input().get("file_path") instanceof String;
        boolean patch = event.input().get("command") instanceof String
                && !file
                && (event.tool().equals("Write")
                        || event.tool().equals("Edit")
                        || event.tool().equals("apply_patch"));
        if (patch) {
            return ofPatch(String.valueOf(event.input().get("command")));
        }
        if (event.tool().equals("Delete") && event.input().get("file_path") instanceof String path) {
            return List.of(new Effect("Write", EventData.of("file_path", path, "content", ""), false));
        }
        EventData info =
                event.data().get("tool_info") instanceof Map ? event.data().object("tool_info") : null;
        if (info != null) {
            return List.of(new Effect(event.tool(), ofWindsurf(event, info), false));
        }
        Effect other = OtherNames.of(event.tool(), event.input());
        return List.of(other == null ? new Effect(event.tool(), event.input(), true) : other);
    }

    private static EventData ofWindsurf(AgentEvent event, EventData info) {
        if (!event.tool().equals("Write") || !(info.get("edits") instanceof List<?> edits)) {
            return event.input();
        }
        StringBuilder content = new StringBuilder();
        for (Object edit : edits) {
            if (edit instanceof Map<?, ?> fields && fields.get("new_string") instanceof String text) {
                content.append(text).append('\n');
            }
        }
        return event.input().with("content", content.toString());
    }

    private static List<Effect> ofPatch(String patch) {
        List<Effect> effects = new ArrayList<>();
        String kind = "";
        String file = "";
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        for (String line : (patch + "\n*** End Patch").split("\\R", -1)) {
            Matcher next = FILE.matcher(line);
            Matcher moved = MOVED.matcher(line);
            boolean begins = next.matches();
            if (begins || line.startsWith("*** End Patch")) {
                add(effects, kind, file, before, after);
                kind = begins ? next.group(1) : "";
                file = begins ? next.group(2).strip() : "";
            } else if (moved.matches()) {
                effects.add(write(moved.group(1).strip(), ""));
            } else if (line.startsWith("+")) {
                after.append(line, 1, line.length()).append('\n');
            } else if (line.startsWith("-")) {
                before.append(line, 1, line.length()).append('\n');
            }
        }
        if (effects.isEmpty() || effects.size() > MOST_FILES) {
            throw new UnknownPayloadException(
                    effects.isEmpty()
                            ? "the patch names no file"
                            : "the patch names more than " + MOST_FILES + " files");
        }
        return effects;
    }

    private static void add(List<Effect> effects, String kind, String file, StringBuilder before, StringBuilder after) {
        if (kind.equals("Update")) {
            effects.add(new Effect(
                    "Edit",
                    EventData.of("file_path", file, "old_string", before.toString(), "new_string", after.toString()),
                    false));
        } else if (!kind.isEmpty()) {
            effects.add(write(file, after.toString()));
        }
        before.setLength(0);
        after.setLength(0);
    }

    private static Effect write(String file, String content) {
        return new Effect("Write", EventData.of("file_path", file, "content", content), false);
    }
}
