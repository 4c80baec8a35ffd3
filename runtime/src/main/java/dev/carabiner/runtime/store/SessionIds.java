package dev.carabiner.runtime.store;

import dev.carabiner.display.VisibleText;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/** What may be a session's id. It becomes the name of a directory, so that it must not lead anywhere else. */
public final class SessionIds {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,126}[A-Za-z0-9_-])?");

    /** What only a new id needs: most programs only look one up. */
    private static final class Fresh {
        static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
        static final SecureRandom RANDOM = new SecureRandom();
    }

    private SessionIds() {}

    /** A new one: when the session begins, so that a list of them is in order, and a part that cannot be guessed. */
    public static String next(Clock clock) {
        return Fresh.TIME.format(clock.instant().atOffset(ZoneOffset.UTC)) + "-"
                + HexFormat.of().toHexDigits(Fresh.RANDOM.nextInt());
    }

    static boolean isValid(String id) {
        return ID.matcher(id).matches();
    }

    static void check(String id) {
        if (!isValid(id)) {
            throw new StoreException("\"" + VisibleText.inOneLine(id.substring(0, Math.min(id.length(), 200)))
                    + "\" is no session id; expected up to 128 letters, digits, dashes, underscores and dots,"
                    + " the first a letter or digit");
        }
    }
}
