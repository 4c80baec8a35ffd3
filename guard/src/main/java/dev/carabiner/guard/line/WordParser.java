package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Part.Quote;
import dev.carabiner.guard.line.Part.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one word: letters, quotes, and what is expanded in it. */
final class WordParser {

    static final Pattern ASSIGNED = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(?:\\[[^\\]]*\\])?\\+?=");

    private final LineCursor cursor;
    private final ExpansionParser expansions;
    private final ShellParser parser;

    WordParser(LineCursor cursor, ShellParser parser) {
        this.cursor = cursor;
        this.parser = parser;
        this.expansions = new ExpansionParser(cursor, this, parser);
    }

    /** Collects letters of one kind of quoting into one part. */
    static final class Parts {
        private final List<Part> parts = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();
        private Quote quote = Quote.NONE;

        void add(char c, Quote kind) {
            if (kind != quote) {
                flush();
                quote = kind;
            }
            text.append(c);
        }

        void addLetters(String letters) {
            if (quote != Quote.NONE) {
                flush();
                quote = Quote.NONE;
            }
            text.append(letters);
        }

        void add(Part part) {
            flush();
            parts.add(part);
        }

        boolean isEmpty() {
            return parts.isEmpty() && text.isEmpty();
        }

        /** What was written so far, if it has no quotes and expansions. */
        @Nullable
        String bare() {
            return parts.isEmpty() && quote == Quote.NONE ? text.toString() : null;
        }

        Word word() {
            flush();
            return new Word(parts);
        }

        private void flush() {
            if (!text.isEmpty()) {
                parts.add(new Text(text.toString(), quote));
                text.setLength(0);
            }
        }
    }

    /** What a word is, which says where in it a tilde is a home directory. */
    private enum Kind {
        /** One of a command: behind the first {@code =} of what looks like an assignment, too, and then behind colons. */
        PLAIN,
        /** What an assignment to an element assigns: behind colons, too. */
        VALUE,
        /** One of several between parentheses: nowhere but at its beginning. */
        ELEMENT
    }

    /** The word that begins here, or null if none does. */
    @Nullable
    Word word() {
        return word(Kind.PLAIN);
    }

    /** The same, behind the sign of an assignment to an element. */
    @Nullable
    Word value() {
        return word(Kind.VALUE);
    }

    private @Nullable Word word(Kind kind) {
        Parts parts = new Parts();
        boolean quoted = false;
        while (!cursor.atEnd()) {
            char c = cursor.peek();
            if (LineCursor.isLetter(c)) {
                parts.addLetters(cursor.takeLetters());
            } else if ((c == '<' || c == '>') && cursor.peekNext() == '(') {
                parts.add(processSubstitution());
            } else if (c == '(' && isAssignment(parts)) {
                parts.add(elements());
            } else if (LineCursor.isSign(c)) {
                break;
            } else if (c == '~' && isTildePlace(kind, parts)) {
                tilde(parts);
            } else {
                quoted |= c == '\'' || c == '"' || c == '\\' || c == '$';
                piece(parts, true);
            }
        }
        return parts.isEmpty() && !quoted ? null : parts.word();
    }

    /** One letter, quoted text or expansion, outside double quotes. */
    void piece(Parts parts, boolean keepsEmpty) {
        char c = cursor.next();
        switch (c) {
            case '\\' -> parts.add(cursor.isExhausted() ? '\\' : cursor.nextRaw(), Quote.ESCAPED);
            case '\'' -> singleQuoted(parts, keepsEmpty);
            case '"' -> doubleQuoted(parts, keepsEmpty);
            case '`' -> parts.add(expansions.backticks(false));
            case '$' -> dollar(parts);
            default -> parts.add(c, Quote.NONE);
        }
    }

    private void dollar(Parts parts) {
        char c = cursor.peek();
        if (c == '\'') {
            cursor.next();
            String text = AnsiText.read(cursor);
            parts.add(new Text(text, Quote.ANSI));
        } else if (c == '"') {
            cursor.next();
            doubleQuoted(parts, true);
        } else {
            Part expansion = expansions.afterDollar(false);
            if (expansion == null) {
                parts.add('$', Quote.ESCAPED);
            } else {
                parts.add(expansion);
            }
        }
    }

    private void singleQuoted(Parts parts, boolean keepsEmpty) {
        int start = cursor.position();
        while (cursor.nextRaw() != '\'') {
            // up to the next quote, whatever stands before it
        }
        String text = cursor.from(start);
        String inside = text.substring(0, text.length() - 1);
        if (keepsEmpty || !inside.isEmpty()) {
            parts.add(new Text(inside, Quote.SINGLE));
        }
    }

    private void doubleQuoted(Parts parts, boolean keepsEmpty) {
        Parts inside = new Parts();
        while (cursor.peek() != '"' || cursor.atEnd()) {
            quotedPiece(inside, "$`\"\\");
        }
        cursor.next();
        List<Part> all = inside.word().parts();
        if (all.isEmpty() && keepsEmpty) {
            parts.add(new Text("", Quote.DOUBLE));
        }
        all.forEach(parts::add);
    }

    /** One letter or expansion inside double quotes; a backslash takes the meaning from some letters only. */
    void quotedPiece(Parts parts, String escapable) {
        char c = cursor.next();
        if (c == '\\' && !cursor.isExhausted() && escapable.indexOf(cursor.peekRaw()) >= 0) {
            parts.add(cursor.nextRaw(), Quote.ESCAPED);
        } else if (c == '`') {
            parts.add(expansions.backticks(true));
        } else if (c == '$') {
            Part expansion = expansions.afterDollar(true);
            if (expansion == null) {
                parts.add('$', Quote.ESCAPED);
            } else {
                parts.add(expansion);
            }
        } else {
            parts.add(c, Quote.DOUBLE);
        }
    }

    private Part processSubstitution() {
        boolean input = cursor.next() == '<';
        cursor.expect("(");
        return new Part.ProcessSubstitution(parser.substituted(), input);
    }

    private static boolean isAssignment(Parts parts) {
        String bare = parts.bare();
        return bare != null && ASSIGNED.matcher(bare).matches();
    }

    private Part elements() {
        cursor.expect("(");
        List<Word> words = new ArrayList<>();
        while (true) {
            cursor.skipBlanks();
            while (cursor.take("\n")) {
                cursor.skipBlanks();
            }
            if (cursor.take(")")) {
                return new Part.Elements(List.copyOf(words));
            }
            Word word = word(Kind.ELEMENT);
            if (word == null) {
                throw new UnreadableLineException("expected an element or )");
            }
            words.add(word);
        }
    }

    private static boolean isTildePlace(Kind kind, Parts parts) {
        if (parts.isEmpty()) {
            return true;
        }
        String bare = parts.bare();
        if (bare == null || kind == Kind.ELEMENT) {
            return false;
        }
        if (kind == Kind.VALUE) {
            return bare.endsWith(":");
        }
        boolean isSign = bare.indexOf('=') == bare.length() - 1;
        return (isSign || bare.endsWith(":")) && ASSIGNED.matcher(bare).lookingAt();
    }

    private void tilde(Parts parts) {
        int start = cursor.position();
        cursor.next();
        StringBuilder user = new StringBuilder();
        while (!cursor.atEnd() && "/:".indexOf(cursor.peek()) < 0 && !LineCursor.isSign(cursor.peek())) {
            char c = cursor.next();
            if ("\\'\"$`".indexOf(c) >= 0) { // what is quoted is no name
                cursor.moveTo(start);
                cursor.next();
                parts.add('~', Quote.ESCAPED);
                return;
            }
            user.append(c);
        }
        parts.add(new Part.Tilde(user.toString()));
    }

    /** A text in which only expansions have a meaning: here-documents, arithmetic. */
    static Word expanded(String text, ShellParser owner, String escapable) {
        LineCursor inside = new LineCursor(text);
        WordParser words = new WordParser(inside, owner.over(inside));
        Parts parts = new Parts();
        while (!inside.isExhausted() && !inside.atEnd()) {
            words.quotedPiece(parts, escapable);
        }
        return parts.word();
    }
}
