package dev.carabiner.process;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What a program is told of the surroundings: a short list, so that the host's keys and tokens stay with the host. */
public final class Environment {

    private static final Set<String> PASSED =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TERM", "TZ", "TMPDIR");

    private Environment() {}

    /** The few that programs need to work at all. */
    public static Map<String, String> basic() {
        return passing(Set.of());
    }

    /**
     * The few, and those that are named here, as far as they are set.
     *
     * @param names chosen by the host, never by a model
     */
    public static Map<String, String> passing(Collection<String> names) {
        return select(System.getenv(), names);
    }

    static Map<String, String> select(Map<String, String> all, Collection<String> names) {
        Map<String, String> passed = new LinkedHashMap<>();
        all.forEach((name, value) -> {
            if (PASSED.contains(name) || name.startsWith("LC_") || names.contains(name)) {
                passed.put(name, value);
            }
        });
        return passed;
    }
}
