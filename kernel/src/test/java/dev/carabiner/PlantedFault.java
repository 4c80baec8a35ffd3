package dev.carabiner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A copy of the kernel with a mistake in it, made by changing the source text and compiling what was changed. The tests'
 * own classes are loaded anew beside it, so that they check the copy. What is replaced must stand in the source exactly
 * once: when the code changes, the fault is planted anew or the test fails.
 */
final class PlantedFault {

    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "carabiner");

    private final Map<Path, String> changed = new LinkedHashMap<>();

    /** Replaces a piece of a class, named as in {@code hook/Dispatch}. */
    PlantedFault replacing(String type, String right, String wrong) {
        Path file = SOURCES.resolve(type + ".java");
        String source = changed.computeIfAbsent(file, PlantedFault::read);
        assertThat(source.split(java.util.regex.Pattern.quote(right), -1))
                .as("%s, in which this stands exactly once: %s", file, right)
                .hasSize(2);
        changed.put(file, source.replace(right, wrong));
        return this;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles into a directory and returns a loader for the faulty kernel and the tests beside it. */
    ClassLoader plantedIn(Path directory) throws IOException {
        Path sources = Files.createDirectories(directory.resolve("source"));
        Path classes = Files.createDirectories(directory.resolve("classes"));
        List<File> files = new ArrayList<>();
        for (Map.Entry<Path, String> one : changed.entrySet()) {
            Path copy = sources.resolve(one.getKey().getFileName());
            files.add(Files.writeString(copy, one.getValue()).toFile());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var options = List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classPath());
            boolean compiled = compiler.getTask(
                            problems, manager, null, options, null, manager.getJavaFileObjectsFromFiles(files))
                    .call();
            assertThat(compiled).as("the faulty copy compiles: %s", problems).isTrue();
        }
        return new Beside(classes);
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** Loads the project's classes itself, the faulty ones first; everything else is the parent's. */
    private static final class Beside extends URLClassLoader {

        Beside(Path faulty) throws MalformedURLException {
            super(urls(faulty), PlantedFault.class.getClassLoader());
        }

        private static URL[] urls(Path faulty) throws MalformedURLException {
            List<URL> urls = new ArrayList<>(List.of(faulty.toUri().toURL()));
            for (String entry : classPath().split(File.pathSeparator, -1)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
            return urls.toArray(URL[]::new);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.carabiner.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }
}
