package dev.carabiner.guard.line;

/** The text of {@code $'…'}, with its escapes decoded. */
final class AnsiText {

    private AnsiText() {}

    /** Reads up to the closing quote, which is taken too. */
    static String read(LineCursor cursor) {
        StringBuilder text = new StringBuilder();
        char c = cursor.nextRaw();
        while (c != '\'') {
            if (c == '\\') {
                escape(cursor, text);
            } else {
                text.append(c);
            }
            c = cursor.nextRaw();
        }
        int nul = text.indexOf("\0");
        return nul < 0 ? text.toString() : text.substring(0, nul);
    }

    private static void escape(LineCursor cursor, StringBuilder text) {
        char c = cursor.nextRaw();
        switch (c) {
            case 'a' -> text.append('\u0007');
            case 'b' -> text.append('\b');
            case 'e', 'E' -> text.append('\u001b');
            case 'f' -> text.append('\f');
            case 'n' -> text.append('\n');
            case 'r' -> text.append('\r');
            case 't' -> text.append('\t');
            case 'v' -> text.append('\u000b');
            case '\\', '\'', '"', '?' -> text.append(c);
            case 'x' -> number(cursor, text, 16, 2, c);
            case 'u' -> number(cursor, text, 16, 4, c);
            case 'U' -> number(cursor, text, 16, 8, c);
            case 'c' -> text.append((char) (Character.toUpperCase(cursor.nextRaw()) ^ 0x40));
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                cursor.moveTo(cursor.position() - 1);
                number(cursor, text, 8, 3, c);
            }
            default -> text.append('\\').append(c);
        }
    }

    private static void number(LineCursor cursor, StringBuilder text, int radix, int most, char kind) {
        int start = cursor.position();
        long value = 0;
        while (!cursor.isExhausted() && cursor.position() - start < most) {
            int digit = Character.digit(cursor.nextRaw(), radix);
            if (digit < 0) {
                cursor.moveTo(cursor.position() - 1);
                break;
            }
            value = value * radix + digit;
        }
        if (cursor.position() == start) {
            text.append('\\').append(kind);
            return;
        }
        boolean byteOfMany = (kind == 'x' || radix == 8) && (value & 0xff) > 127;
        if (byteOfMany || !Character.isValidCodePoint((int) Math.min(value, Integer.MAX_VALUE))) {
            throw new UnreadableLineException("bytes that are no letters of their own");
        }
        text.appendCodePoint((int) (radix == 8 ? value & 0xff : value));
    }
}
