package dev.carabiner.approvals;

/**
 * Any Java text as one that every database can hold and compare: a NUL, half a surrogate pair and the backslash itself
 * are written with a backslash. Different texts stay different.
 */
final class SqlText {

    private SqlText() {}

    static String encoded(String text) {
        if (text.chars().noneMatch(it -> it == 0 || it == '\\' || Character.isSurrogate((char) it))) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            if (point == '\\') {
                out.append("\\\\");
            } else if (point == 0 || isHalf(point)) {
                out.append("\\u%04x".formatted(point));
            } else {
                out.appendCodePoint(point);
            }
        });
        return out.toString();
    }

    static String decoded(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != '\\') {
                out.append(text.charAt(i));
            } else if (text.charAt(i + 1) == '\\') {
                out.append('\\');
                i++;
            } else {
                out.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
                i += 5;
            }
        }
        return out.toString();
    }

    private static boolean isHalf(int point) {
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    }
}
