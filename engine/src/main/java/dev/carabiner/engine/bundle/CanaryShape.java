package dev.carabiner.engine.bundle;

import dev.carabiner.engine.bundle.Canary.Demand;
import dev.carabiner.engine.yaml.YamlValue;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The canaries of a guard: {@code {deny: […], ask: […]}}. Each is a text, which is a shell command, or {@code {tool: …,
 * input: {…}}}, or {@code {event: …, data: {…}}}.
 */
final class CanaryShape implements Shape<List<Canary>> {

    static final String SHELL = "Bash";

    private static final int MOST = 50;
    private static final String EXPECTED =
            "a shell command, {tool: NAME, input: {…}} or {event: NAME, data: {…}}, as in \"rm -rf /\"";

    @Override
    public @Nullable List<Canary> read(YamlValue value, Place place) {
        YamlValue.Fields fields = Shapes.OBJECT.read(value, place);
        if (fields == null) {
            return null;
        }
        FieldReader reader = place.reader();
        reader.expectKeys(fields, place.path(), Set.of(Demand.DENY.word(), Demand.ASK.word()));
        List<Canary> all = new ArrayList<>();
        for (Demand demand : Demand.values()) {
            Shape<List<Canary>> list = (items, at) -> Shapes.list(items, at, item -> one(demand, item, reader, at));
            List<Canary> some = reader.read(fields, demand.word(), list, place.path());
            all.addAll(some == null ? List.of() : some);
        }
        if (all.size() > MOST) {
            place.problem("has " + all.size() + " probes; expected at most " + MOST);
        }
        return List.copyOf(all);
    }

    private static @Nullable Canary one(Demand demand, YamlValue item, FieldReader reader, Place list) {
        Place place = new Place(reader, list.path(), item.line());
        if (item.plain() instanceof String command) {
            return call(demand, SHELL, EventData.of("command", command), reader.at(item.line()));
        }
        if (!(item instanceof YamlValue.Fields fields)) {
            reader.problem(item.line(), list.path() + " holds " + item.kind() + "; expected " + EXPECTED);
            return null;
        }
        boolean isEvent = fields.field("event") != null;
        reader.expectKeys(fields, list.path(), isEvent ? Set.of("event", "data") : Set.of("tool", "input"));
        String name = reader.read(fields, isEvent ? "event" : "tool", Shapes.TEXT, list.path());
        YamlValue.Fields given = reader.read(fields, isEvent ? "data" : "input", Shapes.OBJECT, list.path());
        if (name == null) {
            reader.problem(item.line(), list.path() + " holds a probe without a tool; expected " + EXPECTED);
            return null;
        }
        try {
            EventData data = given == null ? EventData.empty() : EventData.of(given.plain());
            Position at = reader.at(item.line());
            return isEvent
                    ? new Canary(demand, EventNames.canonical(EventNames.requireName(name)), data, at)
                    : call(demand, name, data, at);
        } catch (CarabinerException e) {
            place.problem("cannot be used: " + e.getMessage());
            return null;
        }
    }

    private static Canary call(Demand demand, String tool, EventData input, Position at) {
        return new Canary(demand, "tool:pre", EventData.of("tool_name", tool, "tool_input", input), at);
    }

    @Override
    public Object written(List<Canary> canaries, Hiding hiding) {
        Map<String, @Nullable Object> lists = new LinkedHashMap<>();
        for (Demand demand : Demand.values()) {
            List<@Nullable Object> some = new ArrayList<>();
            canaries.stream().filter(it -> it.demand() == demand).forEach(it -> some.add(written(it, hiding)));
            if (!some.isEmpty()) {
                lists.put(demand.word(), some);
            }
        }
        return lists;
    }

    private static @Nullable Object written(Canary canary, Hiding hiding) {
        if (!canary.isCall()) {
            return hiding.shown(inOrder("event", canary.event(), "data", canary.data()));
        }
        Object tool = Objects.requireNonNull(canary.data().get("tool_name"), "a call names its tool");
        EventData input = Objects.requireNonNull(canary.data().object("tool_input"), "a call has its input");
        return canary.toString().equals(SHELL + ": " + input.get("command"))
                ? hiding.shown(input.get("command"))
                : hiding.shown(inOrder("tool", tool, "input", input));
    }

    /** As a file would have it: the same at each start. */
    private static Map<String, Object> inOrder(String first, Object value, String second, EventData data) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(first, value);
        fields.put(second, data.asMap());
        return fields;
    }
}
