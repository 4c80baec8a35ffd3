package dev.carabiner.engine.yaml;

import dev.carabiner.display.VisibleText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** Makes values of a parser's events, and counts what it makes. */
final class YamlBuilder {

    private static final int DEEPEST = 32;

    private final Iterator<Event> events;
    private final Map<String, Made> anchored = new HashMap<>();
    private final int mostValues;
    private int count;

    YamlBuilder(Iterator<Event> events, int mostValues) {
        this.events = events;
        this.mostValues = mostValues;
    }

    YamlValue document() {
        return next(events.next(), 1).value;
    }

    /** A value, and how much of it there is when all its aliases are written out. */
    private record Made(YamlValue value, int size, int depth) {}

    private Made next(Event event, int depth) {
        if (depth > DEEPEST) {
            throw wrong(event, "this is nested too deeply; expected at most " + DEEPEST + " levels");
        }
        if (event instanceof AliasEvent alias) {
            return aliased(alias, depth);
        }
        count(1, event);
        Made made = switch (event) {
            case ScalarEvent scalar -> new Made(scalar(scalar), 1, 1);
            case CollectionStartEvent start when start.getEventId() == Event.ID.SequenceStart -> items(start, depth);
            case CollectionStartEvent start -> fields(start, depth);
            default -> throw wrong(event, "this is not YAML that can be read here");
        };
        ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchored.put(anchor.getValue(), made));
        return made;
    }

    private Made aliased(AliasEvent alias, int depth) {
        String name = alias.getAnchor().map(Anchor::getValue).orElse("");
        Made made = anchored.get(name);
        if (made == null) { // also if it is still being read, and would contain itself
            throw wrong(
                    alias,
                    "the alias *" + VisibleText.inOneLine(name) + " stands for nothing; expected &"
                            + VisibleText.inOneLine(name) + " before it");
        }
        if (depth - 1 + made.depth > DEEPEST) {
            throw wrong(alias, "this is nested too deeply; expected at most " + DEEPEST + " levels");
        }
        count(made.size, alias);
        return made;
    }

    private Made items(CollectionStartEvent start, int depth) {
        refuseTag(start.getTag().orElse(null), start);
        List<YamlValue> values = new ArrayList<>();
        int size = 1;
        int below = 0;
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            Made made = next(event, depth + 1);
            values.add(made.value);
            size += made.size;
            below = Math.max(below, made.depth);
        }
        return new Made(new YamlValue.Items(values, YamlReader.line(start), YamlReader.column(start)), size, below + 1);
    }

    private Made fields(CollectionStartEvent start, int depth) {
        refuseTag(start.getTag().orElse(null), start);
        List<YamlValue.Field> fields = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        int size = 1;
        int below = 0;
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            String key = key(event);
            if (!keys.add(key)) {
                throw wrong(event, "the key \"" + VisibleText.inOneLine(key) + "\" is there twice; expected it once");
            }
            Made made = next(events.next(), depth + 1);
            fields.add(new YamlValue.Field(key, made.value, YamlReader.line(event), YamlReader.column(event)));
            size += made.size;
            below = Math.max(below, made.depth);
        }
        return new Made(
                new YamlValue.Fields(fields, YamlReader.line(start), YamlReader.column(start)), size, below + 1);
    }

    private static String key(Event event) {
        if (!(event instanceof ScalarEvent scalar)) {
            throw wrong(event, "a key is not plain text; expected a name");
        }
        if (scalar.isPlain() && scalar.getValue().equals("<<")) {
            throw wrong(event, "merge keys (<<) are not supported; expected the settings themselves");
        }
        return scalar(scalar).text();
    }

    private static YamlValue.Scalar scalar(ScalarEvent scalar) {
        refuseTag(scalar.getTag().orElse(null), scalar);
        String text = scalar.getValue();
        boolean isText = YamlReader.isPlain(text)
                || (text.indexOf(0) < 0 && text.codePoints().allMatch(YamlBuilder::isWhole));
        if (!isText) {
            throw wrong(scalar, "a text holds a NUL character or half a character; expected text");
        }
        @Nullable Object value = scalar.isPlain() ? Scalars.meaning(text) : text;
        return new YamlValue.Scalar(text, value, YamlReader.line(scalar), YamlReader.column(scalar));
    }

    private static boolean isWhole(int c) {
        return Character.getType(c) != Character.SURROGATE;
    }

    private static void refuseTag(@Nullable String tag, Event at) {
        if (tag != null) {
            throw wrong(
                    at,
                    "the tag " + VisibleText.inOneLine(tag)
                            + " is not supported; expected plain values, and quotes around text");
        }
    }

    private void count(int more, Event at) {
        count += more;
        if (count > mostValues) {
            throw wrong(at, "the file holds too much; expected at most " + mostValues + " values");
        }
    }

    private static YamlException wrong(Event at, String message) {
        return new YamlException(YamlReader.line(at), YamlReader.column(at), message);
    }
}
