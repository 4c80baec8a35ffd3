package dev.carabiner.engine.bundle;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.NearNames;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the known word that a mistyped one was probably meant to be. */
public final class NearMiss {

    private static final int LONGEST = 60;
    private static final int SHOWN = 200;

    private NearMiss() {}

    /** Ready to be put behind a message: {@code ; did you mean "shell-guard"?}, or nothing. */
    public static String hint(String word, Collection<String> known) {
        String nearest = nearest(word, known);
        return nearest == null ? "" : "; did you mean \"" + nearest + "\"?";
    }

    /** The word as it may be quoted in a message. */
    public static String quoted(String word) {
        String visible = VisibleText.inOneLine(word);
        return "\"" + (visible.length() > SHOWN ? visible.substring(0, SHOWN) + "…" : visible) + "\"";
    }

    /** The known word that is spelled most alike; null if none is near. */
    public static @Nullable String nearest(String word, Collection<String> known) {
        if (word.length() > LONGEST) {
            return null;
        }
        String plain = plain(word);
        Map<String, String> spelled = new LinkedHashMap<>();
        known.forEach(it -> spelled.putIfAbsent(plain(it), it));
        String nearest = NearNames.nearest(plain, spelled.keySet(), Math.max(1, plain.length() / 3));
        return nearest == null ? null : spelled.get(nearest);
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
