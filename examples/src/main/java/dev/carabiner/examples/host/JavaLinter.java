package dev.carabiner.examples.host;

import dev.carabiner.process.Command;
import dev.carabiner.process.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** The compiler of the JDK that runs this, as a linter: a real one, and there on every machine that has a JDK. */
public final class JavaLinter {

    private static final Pattern JAVA_FILE = Pattern.compile("[A-Za-z_]\\w*\\.java");
    private static final int MOST_CHARACTERS = 4_000;

    private final Path compiler;
    private final Duration limit;

    public JavaLinter(Path compiler, Duration limit) {
        this.compiler = compiler;
        this.limit = limit;
    }

    public static JavaLinter ofThisJdk() {
        return new JavaLinter(Path.of(System.getProperty("java.home"), "bin", "javac"), Duration.ofSeconds(20));
    }

    /** Whether it is a file for this linter. A name that could pass for an option of the compiler is not. */
    public static boolean covers(Path file) {
        return JAVA_FILE.matcher(String.valueOf(file.getFileName())).matches();
    }

    /** What is wrong with the file, in the compiler's words; empty if nothing is. */
    public String problemsIn(Path file) throws IOException, InterruptedException, TimeoutException {
        Path classes = Files.createTempDirectory("carabiner-lint-");
        try {
            Path directory = Objects.requireNonNull(file.getParent(), "a canonical path has a parent");
            List<String> words = words(classes, file.getFileName().toString());
            Finished finished = Command.of(words, directory)
                    .environment(Map.of())
                    .limit(limit)
                    .run();
            if (finished.timedOut()) {
                throw new TimeoutException("javac was stopped after " + limit.toMillis() + " ms");
            }
            if (finished.exitCode() != 0 && finished.output().isBlank()) {
                throw new IOException("javac failed with exit code " + finished.exitCode() + " and no word");
            }
            return shortened(finished.output().strip());
        } finally {
            TemporaryDirectory.delete(classes);
        }
    }

    /** Nothing of the project is run or searched for: no annotation processors, an empty class path. */
    private List<String> words(Path classes, String file) {
        return List.of(
                compiler.toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-Duser.language=en",
                "-J-Dstdout.encoding=UTF-8",
                "-J-Dstderr.encoding=UTF-8",
                "-encoding",
                "UTF-8",
                "-Xlint:all",
                "-proc:none",
                "-classpath",
                classes.toString(),
                "-d",
                classes.toString(),
                file);
    }

    private static String shortened(String output) {
        if (output.length() <= MOST_CHARACTERS) {
            return output;
        }
        return output.substring(0, MOST_CHARACTERS) + "\n[" + (output.length() - MOST_CHARACTERS) + " more characters]";
    }
}
