package dev.carabiner.engine.bundle;

import dev.carabiner.audit.AuditFailurePolicy;
import java.util.List;

/**
 * How a session's audit log is kept.
 *
 * @param onFailure what is permitted when it cannot be written
 * @param secrets keys whose values are kept apart in it, so that they can be erased
 * @param anchors who else is given its checkpoints
 */
public record AuditSpec(AuditFailurePolicy onFailure, List<String> secrets, List<AnchorSpec> anchors) {

    /** Nothing is permitted without a record, and nobody else has a part in it. */
    public static final AuditSpec USUAL = new AuditSpec(AuditFailurePolicy.DENY, List.of(), List.of());

    public AuditSpec {
        secrets = List.copyOf(secrets);
        anchors = List.copyOf(anchors);
    }
}
