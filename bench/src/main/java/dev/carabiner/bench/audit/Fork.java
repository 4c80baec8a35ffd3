package dev.carabiner.bench.audit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a part in a JVM of its own. */
final class Fork {
    /** What Chronicle Queue asks for on a current JDK; and it may report nothing over the network. */
    private static final List<String> FOR_CHRONICLE = List.of(
            "-Dchronicle.analytics.disable=true",
            "-Dslf4j.internal.verbosity=ERROR",
            "--enable-native-access=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

    private Fork() {}

    /** Adds what the part has measured to the figures. */
    static void run(Part part, Pace pace, Path directory, Figures figures) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(part, pace, directory))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        boolean any = false;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                String[] words = line.split("\t");
                if (words[0].equals("figure")) { // a peer may print something of its own
                    figures.add(Figure.valueOf(words[1]), Double.parseDouble(words[2]));
                    any = true;
                }
            }
        }
        if (process.waitFor() != 0 || !any) {
            throw new IllegalStateException("the part '" + part.title() + "' could not be measured; see above");
        }
    }

    private static List<String> command(Part part, Pace pace, Path directory) {
        List<String> command = new ArrayList<>(part.cores());
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(part.heap());
        if (part == Part.BUFFERED) {
            command.addAll(FOR_CHRONICLE);
        }
        if (Runtime.version().feature() >= 23) {
            command.add("--sun-misc-unsafe-memory-access=allow"); // of which newer JDKs would warn
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Child.class.getName()));
        command.addAll(List.of(part.name(), pace.name(), directory.toString()));
        return command;
    }
}
