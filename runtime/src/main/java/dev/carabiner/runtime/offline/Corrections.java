package dev.carabiner.runtime.offline;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What hooks have said that it should be instead. Only hooks are listened to: a denial, a message that a hook has
 * injected, and what is appended to the result of a tool that changes files. What a command prints or a file holds is
 * no hook's advice.
 */
final class Corrections {

    private static final Set<String> CHANGES_FILES = Set.of("Write", "Edit", "MultiEdit");
    private static final String FEEDBACK = "\n\nHook feedback:\n";
    private static final int MOST_LINES = 200;

    private static final Pattern USE = Pattern.compile("(?i)\\b(?:use|try)\\s+`([^`]{1,2000})`");
    private static final Pattern REPLACE =
            Pattern.compile("(?i)\\breplace\\s+`([^`]{1,2000})`\\s+(?:with|by)\\s+`([^`]{0,2000})`"
                    + "(?:\\s+\\(?in\\s+`?([^\\s`)]{1,500}))?");
    private static final Pattern PLACE = Pattern.compile("([^\\s:][^:]{0,500}):[0-9]{1,9}(?::[0-9]{1,9})?:\\s.*");

    private final Set<DraftCall> found = new LinkedHashSet<>();

    private Corrections() {}

    /** In the order they were named, without those that have been tried. */
    static List<DraftCall> of(PresentTurn conversation) {
        Corrections corrections = new Corrections();
        DraftCall last = null;
        for (PresentTurn.Step step : conversation.steps()) {
            last = new DraftCall(step.call().name(), step.call().input());
            corrections.take(step, last);
        }
        for (String note : conversation.notes()) {
            corrections.take(note, last, false, true);
        }
        conversation
                .steps()
                .forEach(step -> corrections.found.remove(
                        new DraftCall(step.call().name(), step.call().input())));
        return new ArrayList<>(corrections.found);
    }

    private void take(PresentTurn.Step step, DraftCall made) {
        String result = step.result();
        if (result == null) {
            return;
        }
        if (step.denied()) {
            take(step.denial(), made, true, true);
        } else if (result.contains(FEEDBACK)) {
            take(result.substring(result.lastIndexOf(FEEDBACK)), made, false, true);
        } else if (CHANGES_FILES.contains(made.tool())) {
            take(result, made, false, false);
        }
    }

    /** A single injection is appended as it is: then only a line with file, number and replacement is taken for one. */
    private void take(String text, @Nullable DraftCall made, boolean denied, boolean all) {
        text.lines().limit(MOST_LINES).forEach(line -> {
            Matcher place = PLACE.matcher(line);
            String path = place.matches() ? place.group(1).strip() : null;
            if (all || path != null) {
                replacements(line, path, made, denied);
            }
            if (all) {
                alternatives(line, made);
            }
        });
    }

    private void replacements(String line, @Nullable String place, @Nullable DraftCall made, boolean denied) {
        Matcher replace = REPLACE.matcher(line);
        while (replace.find()) {
            String before = replace.group(1);
            String after = replace.group(2);
            String named = replace.group(3);
            String path = named != null ? withoutPoint(named) : place;
            DraftCall instead = denied && made != null ? changed(made, before, after) : null;
            if (path == null && made != null) {
                path = made.text("file_path");
            }
            if (instead != null) {
                found.add(instead);
            } else if (path != null) {
                found.add(edit(path, before, after));
            }
        }
    }

    private void alternatives(String line, @Nullable DraftCall made) {
        Matcher use = USE.matcher(line);
        while (use.find()) {
            found.add(instead(use.group(1), made));
        }
    }

    /** For a command another command, for a file another file, otherwise an instruction like those of a prompt. */
    private static DraftCall instead(String text, @Nullable DraftCall made) {
        if (made != null && made.tool().equals("Bash")) {
            return new DraftCall("Bash", EventData.of("command", text));
        }
        Instruction instruction = Instruction.of(text);
        if (instruction.tool() != null) {
            return new DraftCall(instruction.tool(), instruction.input());
        }
        return made != null && made.text("file_path") != null
                ? new DraftCall(made.tool(), made.input().with("file_path", text))
                : new DraftCall("Bash", EventData.of("command", text));
    }

    /** The call that was denied, with the replacement made in it; null if there is nothing to replace. */
    private static @Nullable DraftCall changed(DraftCall made, String before, String after) {
        for (String key : new String[] {"command", "content", "new_string", "pattern", "file_path"}) {
            String text = made.text(key);
            if (text != null && text.contains(before)) {
                return new DraftCall(made.tool(), made.input().with(key, text.replace(before, after)));
            }
        }
        return null;
    }

    private static DraftCall edit(String path, String before, String after) {
        return new DraftCall("Edit", EventData.of("file_path", path, "old_string", before, "new_string", after));
    }

    private static String withoutPoint(String path) {
        return path.endsWith(".") || path.endsWith(",") || path.endsWith(";")
                ? path.substring(0, path.length() - 1)
                : path;
    }
}
