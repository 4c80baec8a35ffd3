package dev.carabiner.runtime.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** The lines of a file of any size, in bounded memory. What is no UTF-8 is replaced. */
final class BoundedLines {

    /**
     * One line, without its end.
     *
     * @param cut how many characters are missing behind the text
     */
    record Line(int number, String text, long cut) {}

    private final Reader reader;
    private final int longest;
    private final char[] buffer = new char[8192];
    private int at;
    private int end;
    private int number;

    BoundedLines(InputStream content, int longest) {
        this.reader = new InputStreamReader(content, UTF_8);
        this.longest = longest;
    }

    /** Null at the end of the file. */
    @Nullable
    Line next() throws IOException {
        if (!fill()) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        long cut = 0;
        boolean over = false;
        while (!over && fill()) {
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            int kept = Math.min(at - from, longest - text.length());
            text.append(buffer, from, kept);
            cut += at - from - kept;
            over = at < end;
        }
        at++; // the line feed
        return new Line(++number, clean(text, cut), cut);
    }

    private static String clean(StringBuilder text, long cut) {
        int last = text.length() - 1;
        boolean half = last >= 0 && cut > 0 && Character.isHighSurrogate(text.charAt(last));
        boolean carriageReturn = last >= 0 && cut == 0 && text.charAt(last) == '\r';
        return half || carriageReturn ? text.substring(0, last) : text.toString();
    }

    private boolean fill() throws IOException {
        if (at >= end) {
            end = Math.max(0, reader.read(buffer));
            at = 0;
        }
        return at < end;
    }
}
