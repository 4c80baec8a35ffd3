package dev.carabiner.event;

import java.util.List;
import java.util.Objects;

/** An event's name together with the record that its data can be read as. Anyone may declare one for an event of theirs. */
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

    public String name() {
        return name;
    }

    /** Reads the data as the view, or throws {@link ViewMismatchException} naming the field that does not fit. */
    public V view(EventData data) {
        return view.read(data);
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
