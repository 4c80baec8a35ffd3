package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Part.Quote;
import dev.carabiner.guard.line.Part.Text;
import dev.carabiner.guard.path.Glob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A word of the line, before expansion. */
record Word(List<Part> parts) {

    static final Word EMPTY = new Word(List.of());

    Word {
        parts = List.copyOf(parts);
    }

    static Word literal(String text) {
        return new Word(List.of(new Text(text, Quote.SINGLE)));
    }

    /** Its text, if it is nothing but letters without quotes: only such a word can be one of the grammar's. */
    @Nullable
    String bare() {
        return parts.size() == 1 && parts.getFirst() instanceof Text(String text, Quote quote) && quote == Quote.NONE
                ? text
                : null;
    }

    /** Its letters without their quotes, or null if something in it is expanded. */
    @Nullable
    String unquoted() {
        StringBuilder all = new StringBuilder();
        for (Part part : parts) {
            if (!(part instanceof Text(String text, Quote unused))) {
                return null;
            }
            all.append(text);
        }
        return all.toString();
    }

    /** The one word that this surely becomes: letters of one kind without wildcards; null for any other. */
    @Nullable
    String letters() {
        if (parts.size() != 1 || !(parts.getFirst() instanceof Text(String text, Quote quote))) {
            return null;
        }
        return quote == Quote.NONE && Glob.isWild(text) ? null : text;
    }

    boolean hasQuotes() {
        return parts.stream().anyMatch(part -> part instanceof Text text && text.quote() != Quote.NONE);
    }

    /**
     * Whether every POSIX shell reads it as exactly these letters: no wildcard, escape, expansion or letter beyond
     * printable ASCII.
     */
    boolean isPlain() {
        for (Part part : parts) {
            if (!(part instanceof Text(String text, Quote quote)) || !isPlain(text, quote)) {
                return false;
            }
        }
        return !startsLikeExpansion();
    }

    private boolean startsLikeExpansion() {
        String bare = parts.isEmpty() ? "" : ((Text) parts.getFirst()).text();
        boolean unquoted = !parts.isEmpty() && ((Text) parts.getFirst()).quote() == Quote.NONE;
        return unquoted && (bare.startsWith("=") || bare.startsWith("~") || bare.contains("=~") || bare.contains(":~"));
    }

    private static boolean isPlain(String text, Quote quote) {
        return switch (quote) {
            case NONE -> text.chars().allMatch(Word::isPlain);
            case SINGLE -> text.chars().allMatch(c -> c >= ' ' && c <= '~');
            case DOUBLE -> text.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '!');
            case ESCAPED, ANSI -> false;
        };
    }

    private static boolean isPlain(int c) {
        return c < 128 && (Character.isLetterOrDigit(c) || "_-./:=+,@%^~".indexOf(c) >= 0);
    }
}
