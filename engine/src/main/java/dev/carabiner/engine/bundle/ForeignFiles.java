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
            Matcher names = NAME.matcher(new String(content, StandardCharsets.UTF_8));
            while (names.find()) {
                Path named = inProject(names.group(), file);
                if (named != null && !found.contains(named)) {
                    found.add(named);
                }
            }
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

    /** Names count from the project, from the file itself, and from the directory above it. */
    private @Nullable Path inProject(String name, Path from) {
        try {
            String relative = name.startsWith("/") && !name.startsWith(project + "/") ? name.substring(1) : name;
            Path folder = from.getParent();
            for (Path base : List.of(project, folder == null ? project : folder)) {
                Path file = base.resolve(relative).normalize();
                if (file.startsWith(project) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    return file;
                }
            }
        } catch (InvalidPathException e) {
            return null;
        }
        return null;
    }

    private void problem(Path file, String what) {
        problems.add(new BundleProblem(new Position(file.toString(), 1), what));
    }
}
