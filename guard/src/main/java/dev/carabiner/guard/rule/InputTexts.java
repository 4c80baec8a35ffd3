package dev.carabiner.guard.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every text that a value holds, for a deny rule: also where a list stands in for one text. */
final class InputTexts {

    private InputTexts() {}

    static List<String> of(@Nullable Object value) {
        List<String> texts = new ArrayList<>();
        collect(value, texts);
        return texts;
    }

    private static void collect(@Nullable Object value, List<String> texts) {
        switch (value) {
            case String text -> texts.add(text);
            case List<?> list -> {
                list.forEach(element -> collect(element, texts));
                texts.add(list.stream().map(String::valueOf).collect(Collectors.joining(" ")));
            }
            case Map<?, ?> map -> map.values().forEach(element -> collect(element, texts));
            case null, default -> {
                // holds no text
            }
        }
    }
}
