package dev.carabiner.guard.line;

import java.util.ArrayList;
import java.util.List;

/** Here-documents whose text is still to come, behind the end of the line that names them. */
final class HereDocuments {

    /** The word of the redirection is known before its text: the text is put in when it has been read. */
    private static final class Pending {
        final String end;
        final boolean tabsDropped;
        final boolean literal;
        final List<Part> text = new ArrayList<>();

        Pending(String end, boolean tabsDropped, boolean literal) {
            this.end = end;
            this.tabsDropped = tabsDropped;
            this.literal = literal;
        }
    }

    private final LineCursor cursor;
    private final ShellParser parser;
    private final List<Pending> pending = new ArrayList<>();

    HereDocuments(LineCursor cursor, ShellParser parser) {
        this.cursor = cursor;
        this.parser = parser;
    }

    /** The text is read ahead of the parser, so that the tree need not be changed afterwards. */
    Redirect pending(Word delimiter, boolean tabsDropped) {
        String end = delimiter.unquoted();
        if (end == null) {
            throw new UnreadableLineException("a here-document whose end is expanded");
        }
        Pending one = new Pending(end, tabsDropped, delimiter.hasQuotes());
        int here = cursor.position();
        int from = bodyStart();
        cursor.moveTo(from);
        read(one);
        cursor.moveTo(here);
        pending.add(one);
        return new Redirect(Redirect.Kind.TEXT, new Word(one.text));
    }

    /** Where the next text begins: behind this line, and behind the texts that were read ahead already. */
    private int bodyStart() {
        cursor.restOfLine();
        for (Pending one : pending) {
            skip(one);
        }
        return cursor.position();
    }

    private void read(Pending one) {
        StringBuilder body = new StringBuilder();
        while (!cursor.isExhausted()) {
            String line = cursor.restOfLine();
            String stripped = one.tabsDropped ? line.replaceFirst("^\t+", "") : line;
            if (stripped.equals(one.end)) {
                one.text.addAll(words(one, body.toString()));
                return;
            }
            body.append(stripped).append('\n');
        }
        throw new UnreadableLineException("a here-document without its end");
    }

    private List<Part> words(Pending one, String body) {
        return one.literal
                ? Word.literal(body).parts()
                : WordParser.expanded(body, parser, "$`\\").parts();
    }

    private void skip(Pending one) {
        while (!cursor.isExhausted()) {
            String line = cursor.restOfLine();
            if ((one.tabsDropped ? line.replaceFirst("^\t+", "") : line).equals(one.end)) {
                return;
            }
        }
    }

    /** Called behind a line feed: the texts of the documents that the line named are skipped. */
    void readPending() {
        pending.forEach(this::skip);
        pending.clear();
    }

    /** A document whose text was not passed would be read as commands. */
    void requireNone() {
        if (!pending.isEmpty()) {
            throw new UnreadableLineException("a here-document that goes on behind its command");
        }
    }
}
