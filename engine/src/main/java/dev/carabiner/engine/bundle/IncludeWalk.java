package dev.carabiner.engine.bundle;

import dev.carabiner.engine.bundle.BundleFiles.Document;
import dev.carabiner.engine.yaml.YamlException;
import dev.carabiner.engine.yaml.YamlReader;
import dev.carabiner.engine.yaml.YamlValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** From a bundle's file to everything that it includes. Each file is read once, however often it is included. */
final class IncludeWalk {

    static final String INCLUDES = "includes";

    /** Those that come with the program do not change while it runs; there are as many as it has. */
    private static final Map<String, BundleFiles> BUILT_IN = new ConcurrentHashMap<>();

    private static final int DEEPEST = 8;
    private static final int MOST = 64;

    private final Map<String, byte[]> contents = new LinkedHashMap<>();
    private final Map<String, byte[]> builtIns = new LinkedHashMap<>();
    private final List<Document> documents = new ArrayList<>();
    private final Map<String, YamlValue> parsed = new HashMap<>();
    private final Set<BundleProblem> problems = new LinkedHashSet<>(); // of a file that is included twice, only once
    private final List<String> open = new ArrayList<>(); // from the first file to the one being read
    private final @Nullable BundleDirectory directory;
    private final RuleFiles rules;
    private int included;

    private IncludeWalk(@Nullable BundleDirectory directory, RuleFiles rules) {
        this.directory = directory;
        this.rules = rules;
    }

    static BundleFiles ofFile(Path file) {
        BundleDirectory directory;
        try {
            directory = BundleDirectory.of(file);
        } catch (IOException e) {
            return unreadable(file.toString(), BundleDirectory.inWords(e));
        }
        return new IncludeWalk(directory, RuleFiles.of(directory)).walked(directory.source(directory.first()), null);
    }

    static BundleFiles ofBuiltIn(String name) {
        BundleFiles known = BUILT_IN.get(name);
        if (known != null) {
            return known;
        }
        BundleFiles files = new IncludeWalk(null, RuleFiles.NONE).walked(BundleSource.builtIn(name), null);
        if (files.problems().isEmpty()) {
            BUILT_IN.put(name, files);
        }
        return files;
    }

    /** A project's own file; links have no place on the way to it. */
    static BundleFiles ofProject(Path file) {
        BundleDirectory directory = BundleDirectory.withoutLinks(file);
        return new IncludeWalk(directory, RuleFiles.ofProject(directory))
                .walked(directory.source(directory.first()), null);
    }

    private static BundleFiles unreadable(String file, String problem) {
        return new BundleFiles(Map.of(), List.of(), List.of(new BundleProblem(new Position(file, 1), problem)));
    }

    private BundleFiles walked(BundleSource source, @Nullable Position from) {
        visit(source, from);
        return new BundleFiles(contents, documents, List.copyOf(problems));
    }

    private void visit(BundleSource source, @Nullable Position from) {
        Position at = from == null ? new Position(source.label(), 1) : from;
        if (open.contains(source.id())) {
            problem(at, "the file includes itself: " + String.join(" -> ", open) + " -> " + source.id());
            return;
        }
        if (open.size() >= DEEPEST || included++ > MOST) {
            problem(at, "too much is included; expected at most " + DEEPEST + " levels and " + MOST + " files");
            return;
        }
        byte[] content = content(source, at);
        if (content == null) {
            return;
        }
        open.add(source.id());
        try {
            merge(source, parsed.computeIfAbsent(source.id(), it -> YamlReader.read(content)));
        } catch (YamlException e) {
            problem(new Position(source.label(), e.line()), e.getMessage());
        }
        open.removeLast();
    }

    private void merge(BundleSource source, YamlValue value) {
        if (value instanceof YamlValue.Fields root) {
            includes(source, root);
            RuleFiles known = source.isBuiltIn() ? RuleFiles.NONE : rules;
            known.read(root, contents, message -> problem(new Position(source.label(), root.line()), message));
            if (known.project() != null && known.directory() != null) {
                ForeignFiles.ofHooks(root, known.project(), known.directory(), contents);
            }
            documents.add(new Document(source.label(), root, known));
        } else {
            problem(
                    new Position(source.label(), 1),
                    "this is no bundle; expected the keys bundle, includes, session, providers, tools, hooks, agents");
        }
    }

    private byte @Nullable [] content(BundleSource source, Position at) {
        Map<String, byte[]> known = source.isBuiltIn() ? builtIns : contents;
        byte[] read = known.get(source.id());
        if (read != null) {
            return read;
        }
        try {
            byte[] content = source.read();
            known.put(source.id(), content);
            return content;
        } catch (IOException e) {
            problem(at, BundleDirectory.inWords(e));
            return null;
        }
    }

    private void includes(BundleSource source, YamlValue.Fields root) {
        YamlValue.Field field = root.field(INCLUDES);
        if (field == null || (field.value() instanceof YamlValue.Scalar scalar && scalar.value() == null)) {
            return;
        }
        if (field.value().plain() instanceof String name) {
            include(name, source, new Position(source.label(), field.line()));
            return;
        }
        if (!(field.value() instanceof YamlValue.Items list)) {
            problem(
                    new Position(source.label(), field.line()),
                    "includes is " + field.value().kind() + "; expected a list of built-in bundles and relative files");
            return;
        }
        for (YamlValue item : list.values()) {
            Position at = new Position(source.label(), item.line());
            if (item.plain() instanceof String name) {
                include(name, source, at);
            } else {
                problem(at, "an include is " + item.kind() + "; expected a built-in bundle's name or a relative file");
            }
        }
    }

    private void include(String name, BundleSource from, Position at) {
        if (BundleSource.isBuiltInName(name)) {
            visit(BundleSource.builtIn(name), at);
        } else if (directory == null || from.path() == null) {
            problem(at, "a built-in bundle includes " + NearMiss.quoted(name) + "; expected another built-in bundle");
        } else {
            try {
                visit(directory.source(directory.resolve(from.path(), name)), at);
            } catch (IOException e) {
                problem(at, "the include " + NearMiss.quoted(name) + " " + e.getMessage());
            }
        }
    }

    private void problem(Position at, @Nullable String message) {
        problems.add(new BundleProblem(at, String.valueOf(message)));
    }
}
