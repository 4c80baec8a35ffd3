package dev.carabiner.event;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of a JSON patch (RFC 6902) that turns one version of an event's data into another.
 *
 * @param path a JSON pointer (RFC 6901) into the data as the steps before have left them
 * @param value what stands at the path afterwards; null for a removal, and where it is JSON null
 */
public record PatchStep(Op op, String path, @Nullable Object value) {

    /** The operations that occur; a patch made here never moves, copies or tests. */
    public enum Op {
        ADD,
        REPLACE,
        REMOVE
    }

    /**
     * The steps from one version to the other, in the order in which they are to be applied. Objects are compared key by
     * key; a list that has only grown at its end gets its new elements, one of the same length is compared element by
     * element, and any other is replaced. Empty if both are the same data as canonical JSON.
     */
    public static List<PatchStep> between(EventData before, EventData after) {
        List<PatchStep> steps = new ArrayList<>();
        objects("", before.fields(), after.fields(), steps);
        return List.copyOf(steps);
    }

    private static void objects(String path, JsonObject before, JsonObject after, List<PatchStep> steps) {
        for (int i = 0; i < before.size(); i++) {
            String key = before.keyAt(i);
            int at = after.find(key);
            if (at < 0) {
                steps.add(new PatchStep(Op.REMOVE, pointer(path, key), null));
            } else {
                values(pointer(path, key), before.get(key), after.get(key), steps);
            }
        }
        for (int i = 0; i < after.size(); i++) {
            String key = after.keyAt(i);
            if (before.find(key) < 0) {
                steps.add(new PatchStep(Op.ADD, pointer(path, key), after.get(key)));
            }
        }
    }

    private static void values(String path, @Nullable Object before, @Nullable Object after, List<PatchStep> steps) {
        if (JsonEquality.same(before, after)) {
            return;
        }
        if (before instanceof JsonObject old && after instanceof JsonObject changed) {
            objects(path, old, changed, steps);
        } else if (before instanceof List<?> old && after instanceof List<?> changed) {
            lists(path, old, changed, steps);
        } else {
            steps.add(new PatchStep(Op.REPLACE, path, after));
        }
    }

    private static void lists(String path, List<?> before, List<?> after, List<PatchStep> steps) {
        if (before.size() == after.size()) {
            for (int i = 0; i < before.size(); i++) {
                values(path + "/" + i, before.get(i), after.get(i), steps);
            }
        } else if (isBeginning(before, after)) {
            for (int i = before.size(); i < after.size(); i++) {
                steps.add(new PatchStep(Op.ADD, path + "/" + i, after.get(i)));
            }
        } else {
            steps.add(new PatchStep(Op.REPLACE, path, after));
        }
    }

    private static boolean isBeginning(List<?> before, List<?> after) {
        boolean same = before.size() < after.size();
        for (int i = 0; same && i < before.size(); i++) {
            same = JsonEquality.same(before.get(i), after.get(i));
        }
        return same;
    }

    private static String pointer(String path, String key) {
        return path + "/" + key.replace("~", "~0").replace("/", "~1");
    }
}
