package dev.carabiner.event;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An event's name together with the record that its data can be read as. Any program may declare one for its events. */
public final class EventType<V> {

    private final String name;
    private final Class<V> type;
    private @Nullable RecordView<V> view; // made when it is needed: a race makes an equal one

    private EventType(String name, Class<V> type) {
        this.name = name;
        this.type = type;
    }

    /**
     * Declares an event.
     *
     * @param view a record whose components are named like the fields, in camel case; a component marked
     *     {@code @Nullable} may be absent from the data
     * @throws InvalidEventNameException if the name is malformed
     * @throws IllegalArgumentException if a component has a type that data cannot be read as
     */
    public static <V extends Record> EventType<V> of(String name, Class<V> view) {
        EventNames.requireName(name);
        EventType<V> declared = new EventType<>(name, Objects.requireNonNull(view, "view"));
        declared.view();
        return declared;
    }

    /** One of the many known events, most of which a program never reads by their views. */
    static <V extends Record> EventType<V> known(String name, Class<V> view) {
        return new EventType<>(name, view);
    }

    private RecordView<V> view() {
        RecordView<V> made = view;
        if (made == null) {
            made = RecordView.of(name, type);
            view = made;
        }
        return made;
    }

    /** The name under which it was declared. */
    public String name() {
        return name;
    }

    /** Reads the data as the view, or throws {@link ViewMismatchException} naming the field that does not fit. */
    public V view(EventData data) {
        return view().read(data);
    }

    /**
     * The data that a view stands for: its components in order, under their snake_case names. Components that are null
     * are left out.
     *
     * @throws InvalidEventDataException if a component holds what is no JSON
     */
    public EventData data(V filled) {
        Objects.requireNonNull(filled, "the view of an event");
        EventData all = EventData.of((Record) filled); // only records are views
        EventData present = all;
        for (String key : all.asMap().keySet()) {
            present = all.get(key) == null ? present.without(key) : present;
        }
        return present;
    }

    /** The keys of the view's fields, in order. */
    public List<String> keys() {
        return view().keys();
    }

    @Override
    public String toString() {
        return name;
    }
}
