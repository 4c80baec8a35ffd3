package dev.carabiner.engine.bundle;

import dev.carabiner.approval.Quorum;
import java.util.List;

/**
 * How many must allow what some hooks ask.
 *
 * @param hooks their names; empty for all that no other quorum names
 */
public record QuorumSpec(Quorum quorum, List<String> hooks) {

    public QuorumSpec {
        hooks = List.copyOf(hooks);
    }
}
