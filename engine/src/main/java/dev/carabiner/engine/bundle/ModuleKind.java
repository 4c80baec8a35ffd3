package dev.carabiner.engine.bundle;

import java.util.Locale;

/** What a module can be. */
public enum ModuleKind {
    HOOK,
    PROVIDER,
    TOOL,
    CONTEXT;

    String inWords() {
        return name().toLowerCase(Locale.ROOT);
    }
}
