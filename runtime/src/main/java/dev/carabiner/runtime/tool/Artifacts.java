package dev.carabiner.runtime.tool;

import dev.carabiner.event.ArtifactRead;
import dev.carabiner.event.ArtifactWrite;
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
        HookOutcome outcome = run.session().emit(Events.ARTIFACT_READ, new ArtifactRead(null, path(file), bytes, null));
        if (outcome.denied()) {
            throw new FileRefusedException(file.asked(), "is kept back by a hook: " + outcome.reason());
        }
    }

    /** Emits when it is done, so a hook cannot prevent it. */
    static void written(ToolRun run, FilePath file, long bytes) {
        run.session().emit(Events.ARTIFACT_WRITE, new ArtifactWrite(null, path(file), bytes, null));
    }

    private static String path(FilePath file) {
        return file.canonical().toString();
    }
}
