package dev.carabiner.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The verifier in {@code tools}, which was written from the format's description alone. */
final class SecondVerifier {

    /** What to verify: the words that follow {@code audit verify}. */
    record Question(Path log, String pub, List<Path> anchors) {

        private String line() {
            List<String> words = new ArrayList<>(List.of(log.toString(), pub));
            anchors.forEach(anchor -> words.add(anchor.toString()));
            return String.join("\t", words);
        }
    }

    /** An exit code, and the first bad record if one was named. */
    record Answer(int exitCode, OptionalLong badRecord) {

        static Answer of(int exitCode, long badRecord) {
            return new Answer(exitCode, badRecord < 0 ? OptionalLong.empty() : OptionalLong.of(badRecord));
        }

        private static Answer parse(String line) {
            String[] parts = line.split("\t", 3);
            return of(Integer.parseInt(parts[0]), parts[1].isEmpty() ? -1 : Long.parseLong(parts[1]));
        }
    }

    private SecondVerifier() {}

    /** The project's folder of tools, above the module. Without it, or without Python, the test is skipped. */
    static Path tools() throws IOException, InterruptedException {
        Path tools = Stream.of("..", ".")
                .map(place -> Path.of(place, "tools"))
                .filter(place -> Files.exists(place.resolve("verify_audit.py")))
                .findFirst()
                .orElse(null);
        assumeTrue(tools != null, "skipped: the folder tools is not here");
        assumeTrue(hasPython(), "skipped: there is no python3 from 3.11 on");
        return tools.toAbsolutePath();
    }

    private static boolean hasPython() throws InterruptedException {
        try {
            return new ProcessBuilder("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))")
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** The answers to many questions, from one process. */
    static List<Answer> answers(List<Question> questions, Path scratch) throws IOException, InterruptedException {
        Path list = scratch.resolve("questions.tsv");
        Files.write(list, questions.stream().map(Question::line).toList());
        List<String> lines = new ArrayList<>();
        assertThat(run(lines, "--batch", list.toString())).isZero();
        return lines.stream().map(Answer::parse).toList();
    }

    /** Runs it with those words, and returns its exit code. */
    static int run(List<String> output, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("python3", "-B", tools().resolve("verify_audit.py").toString()));
        command.addAll(List.of(words));
        Path file = Files.createTempFile("verdicts", "");
        try {
            Process python = new ProcessBuilder(command)
                    .redirectOutput(file.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!python.waitFor(1, TimeUnit.HOURS)) {
                python.destroyForcibly();
            }
            output.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
            return python.exitValue();
        } finally {
            Files.delete(file);
        }
    }
}
