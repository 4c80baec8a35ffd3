package dev.carabiner.engine.bundle;

import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.engine.bundle.Key.Rule;
import java.util.List;
import java.util.Map;

/** The keys of {@code session.audit}. What is secret stays so, and anchors stay: a later file can only add to them. */
public final class AuditKeys {

    static final Section SECTION = new Section();

    /** What is permitted when the log cannot be written. */
    public static final Key<AuditFailurePolicy> ON_FAILURE = SECTION.add(
            "on_failure",
            Shapes.oneOf(Map.of("deny", AuditFailurePolicy.DENY, "continue", AuditFailurePolicy.CONTINUE)),
            AuditFailurePolicy.DENY,
            Rule.LEAST);

    /** Keys whose values are kept apart in the log, so that they can be erased. */
    public static final Key<List<String>> SECRETS = SECTION.add("secrets", Shapes.TEXTS, List.of(), Rule.BOTH);

    /** The places that are given the log's checkpoints. */
    public static final Key<List<AnchorSpec>> ANCHORS = SECTION.add("anchors", new AnchorShape(), List.of(), Rule.BOTH);

    private AuditKeys() {}
}
