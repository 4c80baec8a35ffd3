package dev.carabiner.guard.line;

import org.jspecify.annotations.Nullable;

/**
 * A redirection, before expansion.
 *
 * @param target the file, the text of a here-document or here-string, or the stream
 */
record Redirect(Kind kind, Word target) {

    enum Kind {
        READ,
        WRITE,
        /** {@code <>}. */
        BOTH,
        /** A here-document or here-string. */
        TEXT,
        /** {@code >&2}: another stream of the same command. */
        STREAM
    }

    /** What an operator means, or null if it is none. */
    static @Nullable Kind kind(String operator) {
        return switch (operator) {
            case "<" -> Kind.READ;
            case ">", ">>", ">|", "&>", "&>>" -> Kind.WRITE;
            case "<>" -> Kind.BOTH;
            case "<<", "<<-", "<<<" -> Kind.TEXT;
            case "<&", ">&" -> Kind.STREAM;
            default -> null;
        };
    }
}
