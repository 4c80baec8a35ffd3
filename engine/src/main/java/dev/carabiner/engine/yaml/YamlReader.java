package dev.carabiner.engine.yaml;

import dev.carabiner.display.VisibleText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads one YAML document. Only data can come out of it: no tags, so no types that the file chooses; no key twice; no
 * more, deeper or longer than the limits, aliases counted as often as they are used.
 */
public final class YamlReader {

    /** Far more than a bundle written by hand has. The parser's time grows with the square of a line's length. */
    public static final int MOST_BYTES = 256 * 1024;

    private static final int MOST_VALUES = 20_000;

    /** How much a file may hold, aliases counted as often as they are used. */
    public record Limits(int bytes, int values) {}

    private YamlReader() {}

    /** Reads a file's content, which is UTF-8. */
    public static YamlValue read(byte[] content) {
        return read(content, new Limits(MOST_BYTES, MOST_VALUES));
    }

    /** The same for a file that may hold more than is written by hand. */
    public static YamlValue read(byte[] content, Limits limits) {
        if (content.length > limits.bytes()) {
            throw new YamlException(1, "the file is too large; expected at most " + limits.bytes() + " bytes");
        }
        String text = withoutMark(decoded(content));
        refuseControlCharacters(text);
        try {
            return document(events(text), limits);
        } catch (MarkedYamlEngineException e) {
            throw new YamlException(line(e), column(e), "this is not YAML: " + VisibleText.inOneLine(inWords(e)));
        } catch (YamlEngineException e) {
            throw new YamlException(1, "this is not YAML: " + VisibleText.inOneLine(String.valueOf(e.getMessage())));
        } catch (IndexOutOfBoundsException | IllegalArgumentException | NullPointerException | ClassCastException e) {
            throw new YamlException(
                    1, "this is nothing that the parser can read"); // its own mistake, on a hostile file
        }
    }

    /** The parser is asked for one event at a time, so that nothing is read beyond the first broken limit. */
    static Iterator<Event> events(String text) {
        LoadSettings settings = LoadSettings.builder()
                .setBufferSize(
                        text.length() + 2) // all at once: the parser fails on a pair of surrogates between buffers
                .setUseMarks(true)
                .setParseComments(false)
                .setCodePointLimit(text.length() + 2)
                .build();
        return new Parse(settings).parseString(text).iterator();
    }

    private static YamlValue document(Iterator<Event> events, Limits limits) {
        events.next(); // the stream's start
        Event first = events.next();
        if (first.getEventId() == Event.ID.StreamEnd) {
            throw new YamlException(1, "the file is empty");
        }
        YamlValue value = new YamlBuilder(events, limits.values()).document();
        events.next(); // the document's end
        Event after = events.next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw new YamlException(line(after), column(after), "a second document begins; expected one in a file");
        }
        return value;
    }

    static int column(Event event) {
        return event.getStartMark().map(mark -> mark.getColumn() + 1).orElse(1);
    }

    private static int column(MarkedYamlEngineException e) {
        return e.getProblemMark().or(e::getContextMark).map(Mark::getColumn).orElse(0) + 1;
    }

    static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    private static int line(MarkedYamlEngineException e) {
        return e.getProblemMark().or(e::getContextMark).map(Mark::getLine).orElse(0) + 1;
    }

    private static String inWords(MarkedYamlEngineException e) {
        String problem = String.valueOf(e.getProblem());
        return e.getContext() == null ? problem : e.getContext() + ": " + problem;
    }

    private static String decoded(byte[] content) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new YamlException(1, "the file is not UTF-8; expected text in UTF-8");
        }
    }

    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** Whether there is nothing but printable ASCII and ends of lines, as in most files. */
    static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < ' ' && c != '\n') || c > '~') {
                return false;
            }
        }
        return true;
    }

    private static void refuseControlCharacters(String text) {
        if (isPlain(text)) {
            return;
        }
        int line = 1;
        int column = 1;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            if (!StreamReader.isPrintable(c)) {
                throw new YamlException(
                        line, column, "the file holds the control character U+%04X; expected text".formatted(c));
            }
            column = c == '\n' ? 1 : column + 1;
            line += c == '\n' ? 1 : 0;
        }
    }
}
