package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The name of a rule file, or a list of names. */
final class RuleShape implements Shape<List<RuleFile>> {

    @Override
    public @Nullable List<RuleFile> read(YamlValue value, Place place) {
        List<String> names = value.plain() instanceof String name ? List.of(name) : Shapes.TEXTS.read(value, place);
        List<RuleFile> files = new ArrayList<>();
        for (String name : names == null ? List.<String>of() : names) {
            RuleFile file = place.reader().rules().file(name);
            if (file == null) {
                place.problem("is " + NearMiss.quoted(name)
                        + "; expected a file relative to the bundle's, or below ~/, or with an absolute path");
            } else {
                files.add(file);
            }
        }
        return names == null ? null : List.copyOf(files);
    }

    @Override
    public Object written(List<RuleFile> files, Hiding hiding) {
        List<String> paths = files.stream().map(file -> file.path().toString()).toList();
        return paths.size() == 1 ? paths.getFirst() : paths;
    }
}
