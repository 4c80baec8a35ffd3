package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Part.Quote;
import dev.carabiner.guard.line.WordParser.Parts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what follows a dollar sign or a backtick. */
final class ExpansionParser {

    private static final List<String> OPERATORS = List.of(
            ":-", ":=", ":?", ":+", "##", "%%", "//", "/#", "/%", "^^", ",,", "~~", "-", "=", "?", "+", "#", "%", "/",
            "^", ",", "~", ":", "@", "*");

    private static final String SPECIAL = "@*#?-$!0123456789";

    private final LineCursor cursor;
    private final WordParser words;
    private final ShellParser parser;

    ExpansionParser(LineCursor cursor, WordParser words, ShellParser parser) {
        this.cursor = cursor;
        this.words = words;
        this.parser = parser;
    }

    /** Null if the dollar sign stands for itself. */
    @Nullable
    Part afterDollar(boolean quoted) {
        char c = cursor.peek();
        if (cursor.atEnd()) {
            return null;
        }
        if (c == '(') {
            return parenthesis(quoted);
        }
        if (c == '{') {
            return braces(quoted);
        }
        if (c == '[') {
            cursor.next();
            return new Part.Arithmetic(arithmetic("]"), quoted);
        }
        if (isNameStart(c)) {
            return new Part.Parameter("", name(), null, "", null, quoted);
        }
        if (SPECIAL.indexOf(c) >= 0) {
            return new Part.Parameter("", String.valueOf(cursor.next()), null, "", null, quoted);
        }
        return null;
    }

    private Part parenthesis(boolean quoted) {
        int start = cursor.position();
        boolean expression = cursor.take("((");
        if (expression) {
            try {
                return new Part.Arithmetic(arithmetic("))"), quoted);
            } catch (UnreadableLineException e) {
                cursor.moveTo(start); // a group in a substitution
            }
        }
        cursor.expect("(");
        Part substitution = new Part.Substitution(parser.substituted(), quoted);
        if (expression && cursor.from(start).contains("case")) {
            throw new UnreadableLineException(
                    "a case behind two parentheses, whose end shells find in ways of their own");
        }
        return substitution;
    }

    /** The expression up to its end, which is taken too. */
    Word arithmetic(String end) {
        parser.enter();
        Parts parts = new Parts();
        char open = end.charAt(0) == ']' ? '[' : '(';
        int depth = 0;
        while (depth > 0 || !cursor.looksAt(end)) {
            char c = cursor.peek();
            depth += c == open ? 1 : c == end.charAt(0) ? -1 : 0;
            if (depth < 0 || cursor.atEnd()) {
                throw new UnreadableLineException("an expression without its end");
            }
            words.quotedPiece(parts, "$`\"\\");
        }
        cursor.expect(end);
        parser.leave();
        return parts.word();
    }

    private Part braces(boolean quoted) {
        parser.enter();
        cursor.expect("{");
        String prefix = prefix();
        String name = isNameStart(cursor.peek()) ? name() : special();
        Word subscript = cursor.take("[") ? argument(']', quoted) : null;
        String operator = "";
        Word argument = null;
        if (!cursor.take("}")) {
            operator = operator();
            argument = argument('}', quoted);
        }
        parser.leave();
        return new Part.Parameter(prefix, name, subscript, operator, argument, quoted);
    }

    /** A length or an indirection, unless it is the name itself, as in {@code ${#}} and {@code ${!}}. */
    private String prefix() {
        char c = cursor.peek();
        char next = cursor.peekNext();
        boolean named = isNameStart(next) || SPECIAL.indexOf(next) >= 0;
        boolean length = c == '#' && named && !(next == '-' || next == '#' || next == '?');
        boolean indirect = c == '!' && named;
        return length || indirect ? String.valueOf(cursor.next()) : "";
    }

    private String special() {
        char c = cursor.next();
        if (SPECIAL.indexOf(c) < 0) {
            throw new UnreadableLineException("no parameter has this name");
        }
        StringBuilder name = new StringBuilder().append(c);
        while (Character.isDigit(c) && Character.isDigit(cursor.peek())) {
            name.append(cursor.next());
        }
        return name.toString();
    }

    private String operator() {
        for (String operator : OPERATORS) {
            if (cursor.take(operator)) {
                return operator;
            }
        }
        throw new UnreadableLineException("an operator that is not known");
    }

    /** What stands before the closing bracket, which is taken too. */
    private Word argument(char close, boolean quoted) {
        Parts parts = new Parts();
        while (cursor.peek() != close || cursor.atEnd()) {
            char c = cursor.peek();
            if (quoted && c == '\'') {
                parts.add(cursor.next(), Quote.DOUBLE);
            } else if (quoted && c == '"') {
                words.piece(parts, false);
            } else if (quoted) {
                words.quotedPiece(parts, "$`\"\\}");
            } else if (c == '~' && parts.isEmpty()) {
                throw new UnreadableLineException("a tilde inside an expansion");
            } else {
                words.piece(parts, true);
            }
        }
        cursor.next();
        return parts.word();
    }

    Part backticks(boolean quoted) {
        StringBuilder text = new StringBuilder();
        char c = cursor.nextRaw();
        while (c != '`') {
            if (c == '\\' && !cursor.isExhausted()) {
                char escaped = cursor.nextRaw();
                boolean dropped = "`$\\".indexOf(escaped) >= 0 || (quoted && escaped == '"');
                text.append(dropped ? "" : "\\").append(escaped);
            } else {
                text.append(c);
            }
            c = cursor.nextRaw();
        }
        return new Part.Substitution(
                parser.over(new LineCursor(text.toString())).whole(), quoted);
    }

    private String name() {
        StringBuilder name = new StringBuilder();
        while (isNameStart(cursor.peek()) || (Character.isDigit(cursor.peek()) && cursor.peek() < 128)) {
            name.append(cursor.next());
        }
        return name.toString();
    }

    static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
}
