package dev.carabiner.engine.yaml;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * Where each value of a YAML file begins and ends in its text, for those who change a value and leave the rest as it is. The
 * file is one that {@link YamlReader} has read.
 */
public final class YamlSource {

    /**
     * A value's text.
     *
     * @param line where it begins, counted from 1, as the column
     * @param start its first character, counted from 0
     * @param end after its last one, without what only ends a line
     * @param isFlow whether it stands in brackets, braces or by itself, not in lines of its own
     * @param isShared whether it has a name by which other places repeat it, or repeats another
     * @param items those of a list
     * @param fields those of an object
     */
    public record Node(
            int line,
            int column,
            int start,
            int end,
            boolean isFlow,
            boolean isShared,
            List<Node> items,
            Map<String, Node> fields) {}

    private final String text;
    private final int @Nullable [] offsets; // of each whole character; null if each is one char
    private final Iterator<Event> events;

    private YamlSource(String text) {
        this.text = text;
        this.offsets = text.codePointCount(0, text.length()) == text.length() ? null : offsets(text);
        this.events = YamlReader.events(text);
    }

    /** The value that is the whole file. */
    public static Node of(String text) {
        YamlSource source = new YamlSource(text);
        source.events.next(); // the stream's start
        source.events.next(); // the document's start
        return source.node(source.events.next());
    }

    /**
     * The way to the value that begins at a place: from the whole file to the value itself.
     *
     * @return empty if none begins there
     */
    public static List<Node> way(Node from, int line, int column) {
        List<Node> way = new ArrayList<>();
        return find(from, line, column, way) ? way : List.of();
    }

    private static boolean find(Node node, int line, int column, List<Node> way) {
        way.add(node);
        if (node.line == line && node.column == column) {
            return true;
        }
        for (Node child : node.items) {
            if (find(child, line, column, way)) {
                return true;
            }
        }
        for (Node child : node.fields.values()) {
            if (find(child, line, column, way)) {
                return true;
            }
        }
        way.removeLast();
        return false;
    }

    private Node node(Event event) {
        List<Node> items = new ArrayList<>();
        Map<String, Node> fields = new LinkedHashMap<>();
        int end = offset(event.getEndMark().orElse(null));
        boolean isFlow = true;
        if (event instanceof CollectionStartEvent start) {
            isFlow = start.isFlow();
            Event last = start.getEventId() == Event.ID.SequenceStart ? items(items) : fields(fields);
            end = isFlow ? offset(last.getEndMark().orElse(null)) : end(items, fields);
        }
        boolean isShared = event instanceof AliasEvent
                || (event instanceof NodeEvent node && node.getAnchor().isPresent());
        int start = offset(event.getStartMark().orElse(null));
        return new Node(
                YamlReader.line(event),
                YamlReader.column(event),
                start,
                withoutLineEnds(start, end),
                isFlow,
                isShared,
                items,
                fields);
    }

    private Event items(List<Node> items) {
        Event event = events.next();
        while (event.getEventId() != Event.ID.SequenceEnd) {
            items.add(node(event));
            event = events.next();
        }
        return event;
    }

    private Event fields(Map<String, Node> fields) {
        Event event = events.next();
        while (event.getEventId() != Event.ID.MappingEnd) {
            String key = event instanceof ScalarEvent scalar ? scalar.getValue() : "";
            fields.put(key, node(events.next()));
            event = events.next();
        }
        return event;
    }

    private static int end(List<Node> items, Map<String, Node> fields) {
        int end = 0;
        for (Node item : items) {
            end = Math.max(end, item.end);
        }
        for (Node field : fields.values()) {
            end = Math.max(end, field.end);
        }
        return end;
    }

    private int withoutLineEnds(int start, int end) {
        int at = end;
        while (at > start && (text.charAt(at - 1) == '\n' || text.charAt(at - 1) == '\r')) {
            at--;
        }
        return at;
    }

    /** The parser counts whole characters. */
    private int offset(@Nullable Mark mark) {
        int index = mark == null ? 0 : mark.getIndex();
        return offsets == null ? index : offsets[index];
    }

    private static int[] offsets(String text) {
        int[] offsets = new int[text.codePointCount(0, text.length()) + 1];
        int at = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = at;
            at += at < text.length() ? Character.charCount(text.codePointAt(at)) : 0;
        }
        return offsets;
    }
}
