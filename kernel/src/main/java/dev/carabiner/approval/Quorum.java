package dev.carabiner.approval;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many must allow a request, and who may.
 *
 * @param needed how many different names
 * @param of the names that may allow it; empty if any may
 */
public record Quorum(int needed, List<String> of) {

    /** One answer, by anyone. */
    public static final Quorum ONE = new Quorum(1, List.of());

    public Quorum {
        of = List.copyOf(of);
        String problem = problem(needed, of);
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
    }

    /** What is wrong with these; null if nothing is. */
    public static @Nullable String problem(int needed, List<String> of) {
        for (String name : of) {
            String refusal = DeciderName.refusal(name);
            if (refusal != null) {
                return refusal;
            }
        }
        if (needed < 1) {
            return "A quorum of " + needed + " is none, expected 1 or more";
        }
        long names = of.stream().distinct().count();
        return names < of.size()
                ? "A name stands twice in " + of
                : !of.isEmpty() && names < needed ? "A quorum of " + needed + " needs as many names, not " + of : null;
    }

    /** The request under this quorum. */
    public ApprovalRequest on(ApprovalRequest request) {
        return request.needing(needed, of);
    }
}
