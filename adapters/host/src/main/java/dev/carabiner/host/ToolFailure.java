package dev.carabiner.host;

import dev.carabiner.session.ToolAnswer;
import org.jspecify.annotations.Nullable;

/** What a tool has thrown, beside what the model is told of it. */
public final class ToolFailure {

    private ToolFailure() {}

    /**
     * Whether the model is told of this failure as it was thrown: no hook has changed it, and no masker. Only then may the
     * framework's own handling of errors see it.
     *
     * @param thrown what the tool has thrown, without what the framework has wrapped around it; null if it has thrown nothing
     */
    public static boolean isToldAsThrown(ToolAnswer answer, @Nullable Throwable thrown) {
        if (thrown == null || answer.status() != ToolAnswer.Status.FAILED) {
            return false;
        }
        String message = thrown.getMessage();
        return answer.text()
                .equals(message == null || message.isBlank() ? thrown.getClass().getSimpleName() : message);
    }
}
