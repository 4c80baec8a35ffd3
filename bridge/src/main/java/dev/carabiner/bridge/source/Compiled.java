package dev.carabiner.bridge.source;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The classes of one source file, in memory only. */
final class Compiled implements AutoCloseable {

    private final Path file;
    private final Loader loader;
    private final List<String> names;

    private Compiled(Path file, Loader loader, List<String> names) {
        this.file = file;
        this.loader = loader;
        this.names = names;
    }

    /** @throws IllegalArgumentException with file, line and fix of everything that is wrong with it */
    static Compiled of(Path file, String source, List<Path> classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalArgumentException(
                    "this Java has no compiler, which " + file + " needs; run with a JDK rather than a JRE");
        }
        for (Path jar : classPath) {
            if (!Files.exists(jar)) {
                throw new IllegalArgumentException("class_path names " + jar + ", which is not there");
            }
        }
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();
        try (StandardJavaFileManager standard = compiler.getStandardFileManager(found, Locale.ROOT, null);
                InMemory files = new InMemory(standard, classes)) {
            String path = System.getProperty("java.class.path")
                    + classPath.stream().map(it -> File.pathSeparator + it).collect(Collectors.joining());
            List<String> options = List.of("-proc:none", "-Xlint:-options", "-classpath", path);
            boolean compiled = compiler.getTask(null, files, found, options, null, List.of(new Source(file, source)))
                    .call();
            if (!compiled) {
                throw new IllegalArgumentException(problems(file, found));
            }
        }
        return new Compiled(file, new Loader(classes, classPath), List.copyOf(classes.keySet()));
    }

    /** An instance of the first class that can be one: public, not abstract, with a constructor without parameters. */
    Object instance() throws Exception {
        for (String name : names) {
            Class<?> type = loader.loadClass(name);
            boolean usable = type.getEnclosingClass() == null
                    && Modifier.isPublic(type.getModifiers())
                    && !Modifier.isAbstract(type.getModifiers());
            if (usable) {
                try {
                    return type.getConstructor().newInstance();
                } catch (NoSuchMethodException e) {
                    throw new IllegalArgumentException(
                            file + ": " + name + " has no public constructor without parameters; add one", e);
                }
            }
        }
        throw new IllegalArgumentException(file + ": there is no public class in it; make the hook's class public");
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }

    private static String problems(Path file, DiagnosticCollector<JavaFileObject> found) {
        return found.getDiagnostics().stream()
                .filter(it -> it.getKind() == Diagnostic.Kind.ERROR)
                .limit(10)
                .map(it -> file + ":" + it.getLineNumber() + ": "
                        + it.getMessage(Locale.ROOT).replaceAll("\\s*\\n\\s*", "; ") + CompilerHint.of(it))
                .collect(Collectors.joining("\n"));
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(Path file, String text) {
            super(URI.create("string:///" + String.valueOf(file.getFileName()).replace(" ", "%20")), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class InMemory extends ForwardingJavaFileManager<StandardJavaFileManager> {

        private final Map<String, ByteArrayOutputStream> classes;

        InMemory(StandardJavaFileManager standard, Map<String, ByteArrayOutputStream> classes) {
            super(standard);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location,
                String name,
                JavaFileObject.Kind kind,
                @Nullable FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + name.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return classes.computeIfAbsent(name, it -> new ByteArrayOutputStream());
                }
            };
        }
    }

    private static final class Loader extends URLClassLoader {

        private final Map<String, ByteArrayOutputStream> classes;

        Loader(Map<String, ByteArrayOutputStream> classes, List<Path> classPath) {
            super(urls(classPath), Compiled.class.getClassLoader());
            this.classes = classes;
        }

        private static URL[] urls(List<Path> classPath) {
            List<URL> urls = new ArrayList<>();
            for (Path path : classPath) {
                try {
                    urls.add(path.toUri().toURL());
                } catch (MalformedURLException e) {
                    throw new IllegalArgumentException("class_path names " + path + ", which is no file", e);
                }
            }
            return urls.toArray(URL[]::new);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            ByteArrayOutputStream code = classes.get(name);
            if (code == null) {
                return super.findClass(name);
            }
            return defineClass(name, code.toByteArray(), 0, code.size());
        }
    }
}
