package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the names of rule files in a bundle mean.
 *
 * @param directory the bundle's, which relative names start from; null for a built-in bundle
 * @param project the directory whose files are used only as they were trusted; null if there is none
 * @param trusted the content of those files
 */
record RuleFiles(@Nullable Path directory, @Nullable Path project, Map<Path, String> trusted) {

    static final RuleFiles NONE = new RuleFiles(null, null, Map.of());

    static RuleFiles of(BundleDirectory directory) {
        return new RuleFiles(directory.root(), null, Map.of());
    }

    static RuleFiles ofProject(BundleDirectory directory) {
        return new RuleFiles(directory.root(), directory.root().getParent(), new HashMap<>());
    }

    /** The file that a name means; null if it means none. */
    @Nullable
    RuleFile file(String name) {
        Path path = path(name);
        return path == null ? null : new RuleFile(path, isProjects(path) ? trusted.getOrDefault(path, "") : null);
    }

    /** The path that a file's name in a setting means; null if it means none. */
    @Nullable
    String absolute(String name) {
        Path path = path(name);
        return path == null ? null : path.toString();
    }

    /** Reads the project's rule files that a document names: they are trusted with it. A missing one has no rules. */
    void read(YamlValue.Fields root, Map<String, byte[]> contents, Consumer<String> problem) {
        for (Path path : named(root)) {
            if (directory != null && isProjects(path)) {
                try {
                    byte[] content = BundleDirectory.read(path);
                    contents.put(directory.relativize(path).toString(), content);
                    trusted.put(path, new String(content, StandardCharsets.ISO_8859_1));
                } catch (NoSuchFileException e) {
                    // then it is not there for the session either, even if it is made later
                } catch (IOException e) {
                    problem.accept(
                            "the rule file " + NearMiss.quoted(path.toString()) + ": " + BundleDirectory.inWords(e));
                }
            }
        }
    }

    private List<Path> named(YamlValue.Fields root) {
        YamlValue.Field session = root.field("session");
        YamlValue.Field rules = session != null && session.value() instanceof YamlValue.Fields fields
                ? fields.field(SessionKeys.RULES.name())
                : null;
        List<YamlValue> names = rules == null
                ? List.of()
                : rules.value() instanceof YamlValue.Items items ? items.values() : List.of(rules.value());
        List<Path> paths = new ArrayList<>();
        for (YamlValue name : names) {
            Path path = name.plain() instanceof String text ? path(text) : null;
            if (path != null) {
                paths.add(path);
            }
        }
        return paths;
    }

    private @Nullable Path path(String name) {
        Path path = name.isBlank() ? null : Home.expanded(name);
        if (path == null || path.isAbsolute()) {
            return path == null ? null : path.normalize();
        }
        return directory == null ? null : directory.resolve(path).normalize();
    }

    /** By its name or by where links lead: what is behind a link is then refused when it is read. */
    private boolean isProjects(Path path) {
        if (project == null || path.startsWith(project)) {
            return project != null;
        }
        try {
            return path.toRealPath().startsWith(project);
        } catch (IOException e) {
            return false; // it is not there
        }
    }
}
