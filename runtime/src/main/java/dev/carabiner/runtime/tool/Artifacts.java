package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.HookOutcome;

/** Tells the hooks what was done to files. */
final class Artifacts {

    private Artifacts() {}

    /**
     * Told before the content goes anywhere, so that a hook can still keep it back.
     *
     * @throws FileRefusedException if one does
     */
    static void read(ToolRun run, FilePath file, long bytes) {
        HookOutcome outcome = run.session().emit(Events.ARTIFACT_READ.name(), data(file, bytes));
        if (outcome.denied()) {
            throw new FileRefusedException(file.asked(), "is kept back by a hook: " + outcome.reason());
        }
    }

    /** Emits when it is done, so a hook cannot prevent it. */
    static void written(ToolRun run, FilePath file, long bytes) {
        run.session().emit(Events.ARTIFACT_WRITE.name(), data(file, bytes));
    }

    private static EventData data(FilePath file, long bytes) {
        return EventData.of("path", file.canonical().toString(), "bytes", bytes);
    }
}
