package dev.carabiner.approval;

import dev.carabiner.display.VisibleText;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names under which a person or a system may decide. Those of the kernel's own decisions are not among them. */
public final class DeciderName {

    private static final int LONGEST = 256;
    private static final Set<String> KERNELS_OWN = Set.of("kernel", "timeout", "session", "cancellation");

    private DeciderName() {}

    /**
     * Why nothing can be decided under this name; null if it can. Refused are names that are missing, blank, longer than
     * 256 characters or hold invisible characters, and {@code kernel}, {@code timeout}, {@code session},
     * {@code cancellation} and everything that starts with {@code rule}, in whatever case or width.
     */
    public static @Nullable String refusal(@Nullable String name) {
        if (name == null || name.isBlank()) {
            return "It is not said who decides";
        }
        if (name.length() > LONGEST || name.codePoints().anyMatch(VisibleText::isDeceptive)) {
            return "The name of who decides is too long or holds invisible characters";
        }
        String plain = Normalizer.normalize(name, Normalizer.Form.NFKC).strip().toLowerCase(Locale.ROOT);
        boolean forged = KERNELS_OWN.contains(plain) || plain.startsWith("rule");
        return forged ? "A channel cannot decide as \"" + name + "\": that name is the kernel's own" : null;
    }
}
