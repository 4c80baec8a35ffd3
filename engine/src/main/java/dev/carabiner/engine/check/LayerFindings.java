package dev.carabiner.engine.check;

import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.Canary;
import dev.carabiner.engine.bundle.HookKeys;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.SectionValues.Said;
import dev.carabiner.engine.check.Finding.Kind;
import dev.carabiner.hook.FailurePolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where a later file makes a hook less strict than an earlier one had it. */
public final class LayerFindings {

    private LayerFindings() {}

    /**
     * Compares each file with those before it.
     *
     * @param layers the files in the order in which they are merged, each alone
     */
    public static List<Finding> of(List<Bundle> layers) {
        List<Finding> findings = new ArrayList<>();
        Map<String, HookSpec> before = new HashMap<>();
        for (Bundle layer : layers) {
            for (HookSpec hook : layer.hooks()) {
                HookSpec earlier = before.put(hook.name(), hook);
                if (earlier != null) {
                    compare(earlier, hook, findings);
                }
            }
        }
        return findings;
    }

    private static void compare(HookSpec earlier, HookSpec later, List<Finding> findings) {
        FailurePolicy was = earlier.mounting().valueOf(HookKeys.ON_FAILURE);
        Said policy = later.mounting().said().get(HookKeys.ON_FAILURE);
        if (policy != null && was == FailurePolicy.DENY && policy.value() != FailurePolicy.DENY) {
            findings.add(weakened(later, policy, "no longer denies when it fails", earlier));
        }
        Said required = later.mounting().said().get(HookKeys.REQUIRED);
        if (required != null && earlier.required() && !later.required()) {
            findings.add(weakened(later, required, "is no longer required", earlier));
        }
        Said canaries = later.mounting().said().get(HookKeys.CANARIES);
        Canary lost = canaries == null ? null : lost(earlier, later);
        if (canaries != null && lost != null) {
            findings.add(weakened(later, canaries, "has lost the canary " + lost, earlier));
        }
    }

    private static @Nullable Canary lost(HookSpec earlier, HookSpec later) {
        List<String> kept = later.canaries().stream().map(Canary::toString).toList();
        return earlier.canaries().stream()
                .filter(it -> !kept.contains(it.toString()))
                .findFirst()
                .orElse(null);
    }

    private static Finding weakened(HookSpec hook, Said said, String how, HookSpec earlier) {
        return Finding.warning(
                        said.at(),
                        Kind.WEAKENED,
                        hook.name() + " " + how + ", as " + earlier.at() + " had it",
                        "leave it out here, or change it there")
                .about(List.of(hook.name()));
    }
}
