package dev.carabiner.cli.terminal;

import java.util.List;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** A prompt is prose: quotes and dashes mean nothing, words end at spaces. A backslash at the end asks for another line. */
final class PromptParser implements Parser {

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.ACCEPT_LINE && line.endsWith("\\")) {
            throw new EOFError(-1, -1, "another line");
        }
        int from = cursor;
        while (from > 0 && !Character.isWhitespace(line.charAt(from - 1))) {
            from--;
        }
        return new Words(line, cursor, from);
    }

    @Override
    public boolean isEscapeChar(char c) {
        return false;
    }

    /** The word up to the cursor is the one that can be completed. */
    private record Words(String line, int cursor, int from) implements CompletingParsedLine {

        @Override
        public String word() {
            return line.substring(from, cursor);
        }

        @Override
        public int wordCursor() {
            return cursor - from;
        }

        @Override
        public int wordIndex() {
            return from == 0 ? 0 : 1;
        }

        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            return candidate;
        }

        @Override
        public int rawWordCursor() {
            return wordCursor();
        }

        @Override
        public int rawWordLength() {
            return wordCursor();
        }

        @Override
        public List<String> words() {
            return from == 0 ? List.of(word()) : List.of(line.substring(0, from), word());
        }
    }
}
