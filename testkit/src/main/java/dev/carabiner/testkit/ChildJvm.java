package dev.carabiner.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A Java process of its own, with the class path of the tests: for tests that kill a process, or need two. */
public final class ChildJvm {

    private ChildJvm() {}

    /** Starts the class's {@code main}. Its errors come with its output. The caller ends the process. */
    public static Process start(Class<?> main, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath(), main.getName()));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Starts it, waits for its end and returns what it wrote. */
    public static String output(Class<?> main, String... args) throws IOException, InterruptedException {
        Process process = start(main, args);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
