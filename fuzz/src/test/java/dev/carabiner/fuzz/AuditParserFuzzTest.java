package dev.carabiner.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs Jazzer for a bounded time in a process of its own, since it instruments what it runs. */
class AuditParserFuzzTest {

    private static final int SECONDS = Integer.getInteger("carabiner.fuzz.seconds", 60);

    /** Something to start from: without it, the first minutes go into finding a brace. */
    private static final List<String> SEEDS = List.of(
            "{\"a\":[1,-2.5e3,true,null,\"\\u0000\\ud800\\n\u20ac\ud83d\ude00\"],\"b\":{}}",
            "{\"v\":1,\"log\":\"demo\",\"seq\":0,\"ts\":\"2026-03-01T12:00:00.000000000Z\",\"boot\":\"0123456789abcdef\","
                    + "\"session\":\"\",\"type\":\"output\",\"actor\":\"a\",\"data\":{},\"prev\":\"" + "0".repeat(64)
                    + "\",\"h\":\"" + "0".repeat(64) + "\"}",
            "carabiner-audit/demo\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n"
                    + "chain AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n\u2014 carabiner-audit/demo "
                    + "A".repeat(91) + "=\n",
            "carabiner-audit-proof/v1\n{}\nindex 0\nhash AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n");

    @TempDir
    Path directory;

    @Test
    void no_input_breaks_the_readers_of_the_audit_log() throws Exception {
        Path corpus = Files.createDirectory(directory.resolve("corpus"));
        for (int i = 0; i < SEEDS.size(); i++) {
            Files.writeString(corpus.resolve("seed-" + i), SEEDS.get(i));
        }
        StringBuilder output = new StringBuilder();
        int exitCode = fuzz(corpus, output);

        assertThat(exitCode).as(output::toString).isZero();
        assertThat(output).as("it has run to its end").contains("Done ");
    }

    /** Shows how far it is meanwhile: Jazzer says so each time it has run twice as many inputs. */
    private int fuzz(Path corpus, StringBuilder output) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process jazzer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        "com.code_intelligence.jazzer.Jazzer",
                        "--target_class=" + AuditParserFuzzer.class.getName(),
                        "--instrumentation_includes=dev.carabiner.**",
                        "-max_total_time=" + SECONDS,
                        "-max_len=4096",
                        corpus.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader lines = jazzer.inputReader(StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.contains("pulse") || line.startsWith("Done ")) {
                    System.out.println(line);
                }
                output.append(line).append('\n');
            }
        }
        return jazzer.waitFor();
    }
}
