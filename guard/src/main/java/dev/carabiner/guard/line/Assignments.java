package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Node.Assignment;
import dev.carabiner.guard.line.Part.Quote;
import dev.carabiner.guard.line.Part.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognizes {@code name=value} before a command. */
final class Assignments {

    private Assignments() {}

    /** The assignment that begins here, or null; then nothing was taken. */
    static @Nullable Assignment read(LineCursor cursor, WordParser words, ShellParser parser) {
        int start = cursor.position();
        String name = name(cursor);
        if (name.isEmpty()) {
            return null;
        }
        Word subscript = null;
        if (cursor.peek() == '[') {
            subscript = subscript(cursor, parser);
        }
        boolean appends = cursor.take("+=");
        if ((!appends && !cursor.take("="))
                || (subscript == null && cursor.from(start).contains("["))) {
            cursor.moveTo(start);
            return null;
        }
        if (subscript == null) {
            cursor.moveTo(start); // the word reader knows what begins with name=
            Word word = words.word();
            return word == null ? null : new Assignment(name, null, appends, behindSign(word));
        }
        Word value = words.value();
        return new Assignment(name, subscript, appends, value == null ? Word.EMPTY : value);
    }

    private static String name(LineCursor cursor) {
        StringBuilder name = new StringBuilder();
        if (ExpansionParser.isNameStart(cursor.peek())) {
            while (ExpansionParser.isNameStart(cursor.peek()) || (cursor.peek() >= '0' && cursor.peek() <= '9')) {
                name.append(cursor.next());
            }
        }
        return name.toString();
    }

    /** Up to the bracket that closes it; null if there is none in this word. */
    private static @Nullable Word subscript(LineCursor cursor, ShellParser parser) {
        int start = cursor.position();
        cursor.next();
        int depth = 1;
        while (!cursor.atEnd() && depth > 0 && cursor.peek() != '\n') {
            char c = cursor.next();
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
        }
        if (depth > 0 || (cursor.peek() != '=' && !cursor.looksAt("+="))) {
            cursor.moveTo(start);
            return null;
        }
        String inside = cursor.from(start + 1);
        return WordParser.expanded(inside.substring(0, inside.length() - 1), parser, "$`\"\\");
    }

    private static Word behindSign(Word word) {
        List<Part> parts = new ArrayList<>(word.parts());
        if (parts.removeFirst() instanceof Text(String text, Quote quote)) {
            String rest = text.substring(text.indexOf('=') + 1);
            if (!rest.isEmpty()) {
                parts.addFirst(new Text(rest, quote));
            }
        }
        return new Word(parts);
    }
}
