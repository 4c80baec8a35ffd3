package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one file's objects. What is missing is null; what is wrong is null too, and a problem. It always
 * goes on, so that all that is wrong with a file is told at once.
 */
record FieldReader(String file, RuleFiles rules, ModuleCatalog catalog, List<BundleProblem> problems) {

    Position at(int line) {
        return new Position(file, line);
    }

    void problem(int line, String message) {
        problems.add(new BundleProblem(at(line), message));
    }

    /** Reports the keys that do not belong there. */
    void expectKeys(YamlValue.Fields fields, String where, Collection<String> known) {
        for (YamlValue.Field field : fields.fields()) {
            if (!known.contains(field.key())) {
                String expected = known.isEmpty() ? "no settings" : String.join(", ", new TreeSet<>(known));
                problem(
                        field.line(),
                        where + " has the unknown key " + NearMiss.quoted(field.key()) + "; expected " + expected
                                + NearMiss.hint(field.key(), known));
            }
        }
    }

    <T> @Nullable T read(YamlValue.Fields fields, String key, Shape<T> shape, String where) {
        YamlValue.Field field = fields.field(key);
        return field == null ? null : read(field, shape, where);
    }

    <T> @Nullable T read(YamlValue.Field field, Shape<T> shape, String where) {
        return shape.read(field.value(), new Place(this, Place.path(where, field.key()), field.line()));
    }
}
