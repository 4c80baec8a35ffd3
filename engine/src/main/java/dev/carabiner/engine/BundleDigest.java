package dev.carabiner.engine;

import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Names what a bundle says by its digest, so that the record of a session tells which policy stood there without telling
 * the settings. Where a bundle lies does not count.
 */
final class BundleDigest {

    private BundleDigest() {}

    /** SHA-256 over the canonical JSON of all that the bundle says. */
    static String of(Bundle bundle) {
        return CanonicalJson.digest(EventData.of(
                "name",
                bundle.name(),
                "version",
                bundle.version(),
                "session",
                said(bundle.session()),
                "modules",
                modules(bundle),
                "agents",
                bundle.agents().stream().map(String::valueOf).toList()));
    }

    /** Each provider, tool and hook module in its order, with the digest of its settings. */
    static List<EventData> modules(Bundle bundle) {
        List<EventData> modules = new ArrayList<>();
        bundle.providers().forEach(it -> modules.add(module(it)));
        bundle.tools().forEach(it -> modules.add(module(it)));
        bundle.hooks()
                .forEach(it -> modules.add(
                        module(it.module(), EventData.of("settings", it.settings(), "mounting", said(it.mounting())))));
        return modules;
    }

    private static EventData module(ModuleSpec spec) {
        return module(spec.module(), EventData.of("settings", spec.config()));
    }

    private static EventData module(String name, EventData settings) {
        return EventData.of("module", name, "digest", CanonicalJson.digest(settings));
    }

    private static Map<String, Object> said(SectionValues values) {
        Map<String, Object> said = new TreeMap<>();
        values.said()
                .forEach((key, value) -> said.put(
                        key.name(),
                        value.value() instanceof SectionValues inner ? said(inner) : String.valueOf(value.value())));
        return said;
    }
}
