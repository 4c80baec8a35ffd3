package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Files that hooks of another agent stand in, with the files of the project that they name, and those that these name: what
 * will run is what was shown. A file that is put together only when a hook runs is not found.
 */
final class ForeignFiles {

    private static final int MOST = 256;

    /** What may be a file's name in a command or a script. */
    private static final Pattern NAME = Pattern.compile("[\\w@+.-]*(?:/[\\w@+.-]+)+|[\\w@+-]+\\.\\w{1,4}");

    /** A variable before a name stands for a directory: what comes after it counts. */
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?\\w+}?|%\\w+%");

    /** What a script in Python takes in: modules, or names from one. */
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^[ \\t]*(?:from[ \\t]+([\\w.]+)[ \\t]+)?import[ \\t]+\\(?([\\w., \\t]+)");

    /** What a script may leave out at the end of a file's name. */
    private static final List<String> ENDINGS =
            List.of("", ".js", ".mjs", ".cjs", ".ts", ".py", "/index.js", "/__init__.py");

    private final Path project;
    private final Map<String, byte[]> contents = new LinkedHashMap<>();
    private final List<BundleProblem> problems = new ArrayList<>();
    private final Deque<Path> found = new ArrayDeque<>();

    private ForeignFiles(Path project) {
        this.project = project;
    }

    /**
     * Reads the files of a project that the hooks of its bundle name: they are trusted with it.
     *
     * @param directory the bundle's
     */
    static void ofHooks(YamlValue.Fields root, Path project, Path directory, Map<String, byte[]> contents) {
        YamlValue.Field hooks = root.field("hooks");
        List<Path> named = new ArrayList<>();
        texts(hooks == null ? null : hooks.value().plain(), text -> {
            try {
                Path file = directory.resolve(text).normalize();
                if (file.startsWith(project)
                        && Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                        && !file.equals(project)) {
                    named.add(file);
                }
            } catch (InvalidPathException e) {
                return; // it names no file
            }
        });
        if (!named.isEmpty()) {
            BundleFiles files = read(project, named);
            files.contents()
                    .forEach((name, content) -> contents.put(
                            directory.relativize(project.resolve(name)).toString(), content));
        }
    }

    private static void texts(@Nullable Object value, Consumer<String> each) {
        switch (value) {
            case String text -> each.accept(text);
            case List<?> list -> list.forEach(it -> texts(it, each));
            case Map<?, ?> map -> map.values().forEach(it -> texts(it, each));
            case null, default -> {}
        }
    }

    static BundleFiles read(Path project, List<Path> files) {
        ForeignFiles reading = new ForeignFiles(project);
        files.forEach(reading::add);
        while (!reading.found.isEmpty() && reading.contents.size() < MOST) {
            reading.take(reading.found.removeFirst());
        }
        if (!reading.found.isEmpty()) {
            reading.problem(files.getFirst(), "its hooks name more than " + MOST + " files");
        }
        return new BundleFiles(reading.contents, List.of(), reading.problems);
    }

    private void add(Path file) {
        if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            found.add(file);
            return;
        }
        try (Stream<Path> inside = Files.list(file)) {
            inside.filter(it -> Files.isRegularFile(it, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .forEach(found::add);
        } catch (IOException e) {
            problem(file, BundleDirectory.inWords(e));
        }
    }

    private void take(Path file) {
        String name = project.relativize(file).toString();
        if (contents.containsKey(name)) {
            return;
        }
        try {
            byte[] content = BundleDirectory.read(file);
            if (name.endsWith(".jar")) {
                contents.put(name, digest(file));
                return;
            }
            if (Files.size(file) > content.length) {
                problem(file, "the file is too large to be trusted");
            }
            contents.put(name, content);
            Path folder = file.getParent() == null ? project : file.getParent();
            String text = new String(content, StandardCharsets.UTF_8);
            Matcher names = NAME.matcher(VARIABLE.matcher(text).replaceAll(" "));
            while (names.find()) {
                follow(names.group(), file, List.of(project, folder));
            }
            imported(text).forEach(module -> follow(module, file, List.of(folder)));
        } catch (IOException e) {
            problem(file, BundleDirectory.inWords(e));
        }
    }

    /** A jar says nothing to a reader, and may be large. */
    private static byte[] digest(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[64 * 1024];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return ("sha256 " + HexFormat.of().formatHex(digest.digest())).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    /** The modules that a script in Python names, with the packages around them, as files beside it would be named. */
    private static List<String> imported(String text) {
        List<String> modules = new ArrayList<>();
        Matcher imports = IMPORT.matcher(text);
        while (imports.find()) {
            String from = imports.group(1) == null ? "" : imports.group(1);
            for (String part : imports.group(2).split(",", -1)) {
                modules.add(from.isEmpty() ? part : from + "." + part.strip());
            }
            modules.add(from);
        }
        return modules.stream()
                .map(it -> it.strip()
                        .replaceFirst("\\s.*", "")
                        .replaceFirst("^\\.+", "")
                        .replace('.', '/'))
                .flatMap(it -> Stream.iterate(it, path -> !path.isEmpty(), ForeignFiles::above))
                .distinct()
                .toList();
    }

    private static String above(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** Takes the file of that name, where it is one of the project, as seen from the first of these directories that has it. */
    private void follow(String name, Path from, List<Path> bases) {
        try {
            String relative = name.startsWith("/") && !name.startsWith(project + "/") ? name.substring(1) : name;
            bases.stream()
                    .flatMap(base -> ENDINGS.stream()
                            .map(ending -> base.resolve(relative + ending).normalize()))
                    .filter(it -> it.startsWith(project) && !it.equals(from))
                    .filter(it -> Files.isRegularFile(it, LinkOption.NOFOLLOW_LINKS))
                    .findFirst()
                    .filter(it -> !found.contains(it))
                    .ifPresent(found::add);
        } catch (InvalidPathException e) {
            // it names no file
        }
    }

    private void problem(Path file, String what) {
        problems.add(new BundleProblem(new Position(file.toString(), 1), what));
    }
}
