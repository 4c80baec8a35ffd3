package dev.carabiner.guard.line;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads redirections: the stream, the operator and what stands behind it. */
final class RedirectParser {

    /** A longer one before those that it begins with. */
    private static final List<String> OPERATORS =
            List.of("&>>", "&>", "<<<", "<<-", "<<", "<>", "<&", ">>", ">|", ">&", "<", ">");

    private final LineCursor cursor;
    private final WordParser words;
    private final HereDocuments documents;

    RedirectParser(LineCursor cursor, WordParser words, HereDocuments documents) {
        this.cursor = cursor;
        this.words = words;
        this.documents = documents;
    }

    /** All that stand here, one behind the other. */
    List<Redirect> readAll() {
        List<Redirect> all = new ArrayList<>();
        for (Redirect one = read(); one != null; one = read()) {
            all.add(one);
        }
        return List.copyOf(all);
    }

    /** The redirection that begins here, or null. */
    @Nullable
    Redirect read() {
        cursor.skipBlanks();
        int start = cursor.position();
        takeStream();
        char sign = cursor.peek();
        for (String operator : sign == '<' || sign == '>' || sign == '&' ? OPERATORS : List.<String>of()) {
            boolean process = (operator.equals("<") || operator.equals(">")) && cursor.peekNext() == '(';
            if (!process && cursor.take(operator)) {
                return behind(operator);
            }
        }
        cursor.moveTo(start);
        return null;
    }

    private Redirect behind(String operator) {
        cursor.skipBlanks();
        Word target = words.word();
        Redirect.Kind kind = Redirect.kind(operator);
        if (target == null || kind == null) {
            throw new UnreadableLineException("a redirection to nowhere");
        }
        if (operator.equals("<<") || operator.equals("<<-")) {
            return documents.pending(target, operator.equals("<<-"));
        }
        String stream = target.unquoted();
        boolean file = kind == Redirect.Kind.STREAM && operator.equals(">&") && !isStream(stream);
        return new Redirect(file ? Redirect.Kind.WRITE : kind, target);
    }

    private static boolean isStream(@Nullable String target) {
        return target != null && Regex.fits(target, "\\d+-?|-");
    }

    /** Digits or {@code {name}} directly before an operator. */
    private void takeStream() {
        int start = cursor.position();
        if (cursor.take("{")) {
            while (ExpansionParser.isNameStart(cursor.peek()) || Character.isDigit(cursor.peek())) {
                cursor.next();
            }
            if (!cursor.take("}")) {
                cursor.moveTo(start);
            }
        } else {
            while (cursor.peek() >= '0' && cursor.peek() <= '9') {
                cursor.next();
            }
        }
        if ((cursor.peek() != '<' && cursor.peek() != '>') || cursor.atEnd()) {
            cursor.moveTo(start);
        }
    }
}
