package dev.carabiner.engine.bundle;

import dev.carabiner.audit.AuditFailurePolicy;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What one file says of the audit log, or several merged. */
record AuditPart(@Nullable AuditFailurePolicy onFailure, List<String> secrets, List<AnchorSpec> anchors) {

    static final AuditPart EMPTY = new AuditPart(null, List.of(), List.of());

    /** What is secret stays so, and who watches goes on watching: a later file can only add to it. */
    AuditPart overlaidWith(AuditPart later) {
        return new AuditPart(
                later.onFailure != null ? later.onFailure : onFailure,
                both(secrets, later.secrets),
                both(anchors, later.anchors));
    }

    AuditSpec complete() {
        return new AuditSpec(Objects.requireNonNullElse(onFailure, AuditSpec.USUAL.onFailure()), secrets, anchors);
    }

    private static <T> List<T> both(List<T> some, List<T> others) {
        return Stream.concat(some.stream(), others.stream()).distinct().toList();
    }
}
