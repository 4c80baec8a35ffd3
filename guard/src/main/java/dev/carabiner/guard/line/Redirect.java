package dev.carabiner.guard.line;

import java.util.List;
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

    /** Whether a file may be missing or closed to it, or a stream not be open. */
    static boolean mayFail(List<Redirect> redirects) {
        return redirects.stream().anyMatch(it -> switch (it.kind) {
            case TEXT -> false;
            case STREAM -> !Regex.fits(String.valueOf(it.target.bare()), "[012-]");
            case READ, WRITE, BOTH -> !"/dev/null".equals(it.target.bare());
        });
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
