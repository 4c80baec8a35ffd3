package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing that is handed out can be used to change the data, on any level. */
class EventDataImmutabilityTest {

    private static final String UNCHANGED = "{a=1, list=[1, {b=2}, [3]], object={c={d=4}}}";

    private final EventData data =
            EventData.of("a", 1, "list", List.of(1, Map.of("b", 2), List.of(3)), "object", Map.of("c", Map.of("d", 4)));

    @AfterEach
    void the_data_is_as_it_was() {
        assertThat(data).hasToString(UNCHANGED);
    }

    static Stream<Consumer<Map<String, Object>>> waysToChangeAMap() {
        return Stream.of(
                map -> map.put("new", 1),
                map -> map.remove(firstKey(map)),
                map -> map.putAll(Map.of("new", 1)),
                map -> map.clear(),
                map -> map.replaceAll((key, value) -> "x"),
                map -> map.merge(firstKey(map), "x", (a, b) -> "x"),
                map -> map.compute(firstKey(map), (key, value) -> "x"),
                map -> map.computeIfAbsent("new", key -> "x"),
                map -> map.putIfAbsent("new", "x"),
                map -> map.replace(firstKey(map), "x"),
                map -> map.entrySet().iterator().next().setValue("x"),
                map -> map.entrySet().clear(),
                map -> map.entrySet().removeIf(entry -> true),
                map -> map.keySet().remove(firstKey(map)),
                map -> map.values().clear(),
                map -> removeFirst(map.entrySet().iterator()),
                map -> removeFirst(map.keySet().iterator()),
                map -> removeFirst(map.values().iterator()));
    }

    static Stream<Consumer<List<Object>>> waysToChangeAList() {
        return Stream.of(
                list -> list.add("x"),
                list -> list.addFirst("x"),
                list -> list.set(0, "x"),
                list -> list.remove(0),
                list -> list.removeLast(),
                list -> list.clear(),
                list -> list.sort(Comparator.comparing(Object::toString).reversed()),
                list -> list.replaceAll(value -> "x"),
                list -> list.removeIf(value -> true),
                list -> list.subList(0, 1).clear(),
                list -> list.reversed().set(0, "x"),
                list -> removeFirst(list.iterator()),
                list -> setFirst(list.listIterator()));
    }

    private static String firstKey(Map<String, Object> map) {
        return map.keySet().iterator().next();
    }

    private static void removeFirst(Iterator<?> iterator) {
        iterator.next();
        iterator.remove();
    }

    private static void setFirst(ListIterator<Object> iterator) {
        iterator.next();
        iterator.set("x");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    @ParameterizedTest
    @MethodSource("waysToChangeAMap")
    void maps_cannot_be_changed_on_any_level(Consumer<Map<String, Object>> change) {
        List<Map<String, Object>> maps = List.of(
                data.asMap(),
                map(data.get("object")),
                map(map(data.get("object")).get("c")),
                map(list(data.get("list")).get(1)));

        for (Map<String, Object> map : maps) {
            assertThatThrownBy(() -> change.accept(map)).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("waysToChangeAList")
    void lists_cannot_be_changed_on_any_level(Consumer<List<Object>> change) {
        for (List<Object> list :
                List.of(list(data.get("list")), list(list(data.get("list")).get(2)))) {
            assertThatThrownBy(() -> change.accept(list)).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @ParameterizedTest
    @MethodSource("waysToChangeAMap")
    void large_maps_cannot_be_changed_either(Consumer<Map<String, Object>> change) {
        EventData large = EventData.empty();
        for (int i = 0; i < 50; i++) {
            large = large.with("k" + i, i);
        }
        Map<String, Object> map = large.asMap();

        assertThatThrownBy(() -> change.accept(map)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(map).hasSize(50).containsEntry("k0", 0);
    }

    @Test
    void arrays_taken_from_lists_are_copies() {
        List<Object> list = list(data.get("list"));
        list.toArray()[0] = "x";
        list.toArray(new Object[0])[0] = "x";

        assertThat(list.getFirst()).isEqualTo(1);
    }
}
