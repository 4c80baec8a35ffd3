package dev.carabiner.session;

import dev.carabiner.display.Throwables;
import dev.carabiner.event.EventData;
import java.lang.System.Logger;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Hides in an event's data what no handler and no record is to see. */
final class Maskers {

    static final String FAILED = "Masking failed";

    private static final Logger LOG = System.getLogger(SessionCoordinator.class.getName());

    private final List<UnaryOperator<EventData>> maskers;

    Maskers(List<UnaryOperator<EventData>> maskers) {
        this.maskers = maskers;
    }

    /** What is left after all of them, in their order; null if one fails, and then nothing of the data may be shown. */
    @Nullable
    EventData masked(EventData data) {
        EventData left = data;
        for (UnaryOperator<EventData> masker : maskers) {
            try {
                left = masker.apply(left);
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e);
                String kind = e.getClass().getName(); // not its message, which may tell what was to be hidden
                LOG.log(Logger.Level.ERROR, () -> "A masker failed: " + kind);
                return null;
            }
            if (left == null) {
                LOG.log(Logger.Level.ERROR, "A masker failed: it returned null");
                return null;
            }
        }
        return left;
    }
}
