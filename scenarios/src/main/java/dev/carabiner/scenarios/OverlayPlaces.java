package dev.carabiner.scenarios;

import dev.carabiner.engine.bundle.BundleProblem;
import dev.carabiner.engine.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Where exactly a problem of a bundle stands that is written in a scenario's file. A bundle's problem has its line; the
 * column is that of the key or value on that line which the message names, or of the first one.
 */
final class OverlayPlaces {

    /** @param names how a message would name it, the surest first */
    private record Named(Mark at, List<String> names) {}

    private final String file;
    private final int line;
    private final List<Named> onLine = new ArrayList<>();

    private OverlayPlaces(String file, int line) {
        this.file = file;
        this.line = line;
    }

    static Mark of(Scenario scenario, BundleProblem problem) {
        OverlayPlaces places = new OverlayPlaces(scenario.file(), problem.at().line());
        places.look(scenario.overlay());
        return places.named(problem.message());
    }

    private void look(YamlValue value) {
        switch (value) {
            case YamlValue.Scalar scalar -> add(Mark.of(file, scalar), List.of("\"" + scalar.text() + "\""));
            case YamlValue.Items items -> items.values().forEach(this::look);
            case YamlValue.Fields fields -> {
                for (YamlValue.Field field : fields.fields()) {
                    add(Mark.of(file, field), List.of("unknown key \"" + field.key() + "\""));
                    add(Mark.of(file, field.value()), List.of("." + field.key() + " ", field.key() + " "));
                    look(field.value());
                }
            }
        }
    }

    private void add(Mark at, List<String> names) {
        if (at.line() == line) {
            onLine.add(new Named(at, names));
        }
    }

    private Mark named(String message) {
        for (int sureness = 0; sureness < 2; sureness++) {
            for (Named it : onLine) {
                String name = sureness < it.names().size() ? it.names().get(sureness) : "";
                if (!name.isEmpty() && (sureness == 0 ? message.contains(name) : message.startsWith(name))) {
                    return it.at();
                }
            }
        }
        return onLine.isEmpty() ? new Mark(file, line, 1) : onLine.getFirst().at();
    }
}
