package dev.carabiner.engine;

import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.event.EventData;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a session has mounted, as its first event tells it. Settings stay out of it, but for their digests: they may hold secrets. */
final class MountPlan {

    private MountPlan() {}

    /** @param more what the host runs; its fields replace those of the same name */
    static EventData of(Engine engine, EventData more) {
        Bundle bundle = engine.bundle();
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("bundle", bundle.name());
        all.put("version", bundle.version());
        all.put("digest", BundleDigest.of(bundle));
        all.put("hooks", bundle.hooks().stream().map(HookSpec::name).toList());
        all.put("modules", BundleDigest.modules(bundle));
        if (engine.policyFile() != null) {
            all.put("policy", engine.policyFile().toString());
        }
        all.putAll(more.asMap());
        return EventData.of(all);
    }
}
