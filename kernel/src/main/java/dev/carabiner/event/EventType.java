package dev.carabiner.event;

import java.util.List;
import java.util.Objects;

/** An event's name together with the record that its data can be read as. Any program may declare one for its events. */
public final class EventType<V> {

    private final String name;
    private final RecordView<V> view;

    private EventType(String name, RecordView<V> view) {
        this.name = name;
        this.view = view;
    }

    /**
     * Declares an event.
     *
     * @param view a record whose components are named like the fields, in camel case; a component marked
     *     {@code @Nullable} may be absent from the data
     */
    public static <V extends Record> EventType<V> of(String name, Class<V> view) {
        EventNames.requireName(name);
        return new EventType<>(name, RecordView.of(name, Objects.requireNonNull(view, "view")));
    }

    /** The name under which it was declared. */
    public String name() {
        return name;
    }

    /** Reads the data as the view, or throws {@link ViewMismatchException} naming the field that does not fit. */
    public V view(EventData data) {
        return view.read(data);
    }

    /**
     * The data that the view stands for: its components in order, under their snake_case names. Components that are null
     * are left out.
     *
     * @throws InvalidEventDataException if a component holds what is no JSON
     */
    public EventData data(V view) {
        Objects.requireNonNull(view, "the view of an event");
        EventData all = EventData.of((Record) view); // only records can be views
        EventData present = all;
        for (String key : all.asMap().keySet()) {
            present = all.get(key) == null ? present.without(key) : present;
        }
        return present;
    }

    /** The keys of the view's fields, in order. */
    public List<String> keys() {
        return view.keys();
    }

    @Override
    public String toString() {
        return name;
    }
}
