package dev.carabiner.runtime.store;

import dev.carabiner.display.VisibleText;
import java.util.regex.Pattern;

/** What may be a session's id. It becomes the name of a directory, so that it must not lead anywhere else. */
final class SessionIds {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,126}[A-Za-z0-9_-])?");

    private SessionIds() {}

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
