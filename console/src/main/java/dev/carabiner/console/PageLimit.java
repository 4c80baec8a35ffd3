package dev.carabiner.console;

import org.jspecify.annotations.Nullable;

/** How many entries a page shall have. */
final class PageLimit {

    private PageLimit() {}

    /** @param most up to 999 */
    static int of(@Nullable String text, int usual, int most) {
        if (text == null) {
            return usual;
        }
        if (text.matches("[1-9][0-9]{0,2}") && Integer.parseInt(text) <= most) {
            return Integer.parseInt(text);
        }
        throw Problem.badRequest("\"limit\" is no number from 1 to " + most);
    }
}
