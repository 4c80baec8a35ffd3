package dev.carabiner.audit;

import dev.carabiner.event.PatchStep;
import java.util.List;

/**
 * A change of an event's data, with its author.
 *
 * @param by the hook, or the human who edited the input
 * @param patch the steps from the data before the change to the data after it
 */
public record RecordedChange(String by, List<PatchStep> patch) {}
