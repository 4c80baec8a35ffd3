package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How a value is written in a bundle. */
interface Shape<T> {

    /** The value; null if it is none of this shape, which is reported, or if nothing stands there and that is allowed. */
    @Nullable
    T read(YamlValue value, Place place);

    /** The value as YAML knows it: text, number, flag, list or map. */
    default Object written(T value, Hiding hiding) {
        return value;
    }

    static <T> Shape<T> of(BiFunction<YamlValue, Place, @Nullable T> reading, Function<T, Object> writing) {
        return new Shape<>() {

            @Override
            public @Nullable T read(YamlValue value, Place place) {
                return reading.apply(value, place);
            }

            @Override
            public Object written(T value, Hiding hiding) {
                return writing.apply(value);
            }
        };
    }
}
