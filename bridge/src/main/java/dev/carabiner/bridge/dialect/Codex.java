package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.FieldRow.always;
import static dev.carabiner.bridge.dialect.FieldRow.constant;
import static dev.carabiner.bridge.dialect.FieldRow.field;

import dev.carabiner.bridge.dialect.FieldRow.Form;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Codex. */
final class Codex {

    private static final Set<String> AT_AN_END = Set.of("SessionEnd", "Interrupt");
    private static final Set<String> UNKNOWN_THERE = Set.of("PostToolUseFailure", "Notification");

    static final Dialect DIALECT = new Dialect(
            "codex",
            "Codex",
            List.of("~/.codex/hooks.json", ".codex/hooks.json", "[hooks] in config.toml"),
            List.of(
                    field("session_id", "session_id", Form.SESSION),
                    always("turn_id", "turn_id", "turn"),
                    new FieldRow("transcript_path", "transcript_path", Form.NULLABLE, null),
                    field("cwd", Form.DIRECTORY),
                    field("hook_event_name", Form.EVENT),
                    always("model", "model", "unknown"),
                    constant("permission_mode", "default")),
            events(),
            ToolTable.of(
                    ToolTable.Row.of("Write", "apply_patch")
                            .alsoMatching("Write")
                            .asPatch(),
                    ToolTable.Row.of("Edit", "apply_patch").alsoMatching("Edit").asPatch(),
                    ToolTable.Row.of("Task", "spawn_agent").alsoMatching("Agent")),
            new CodexAnswers(),
            Matching.NARROW_LIST_OR_SEARCH,
            false,
            List.of("bash", "-lc"),
            Duration.ofMinutes(10),
            Duration.ofSeconds(1),
            Map.of(),
            List.of(
                    "Whether Codex itself would trust a handler is not asked: the bundle that names the file is trusted.",
                    "An answer that allows and changes nothing is a failure, as in Codex: silence allows.",
                    "A hook that rewrites apply_patch fails: a patch cannot be turned into the input of Write or Edit.",
                    "Hooks run in bash -lc, whatever SHELL is."));

    private Codex() {}

    private static List<EventRow> events() {
        EventRow interrupt = EventRow.of("Interrupt", "cancel:requested", EventRow.Block.IGNORED);
        return Stream.concat(Claude.EVENTS.stream(), Stream.of(interrupt))
                .filter(row -> !UNKNOWN_THERE.contains(row.theirs()))
                .map(EventRow::withinUsualTime)
                .map(row -> row.theirs().equals("PostToolUse") ? row.when(EventRow.When.ALWAYS) : row)
                .map(row -> AT_AN_END.contains(row.theirs()) ? row.within(Duration.ofSeconds(1)) : row)
                .toList();
    }
}
