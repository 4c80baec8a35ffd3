package dev.carabiner.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.log.Anchor;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.log.Records;
import dev.carabiner.event.EventData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verifier here and the one in {@code tools}, which was written from the format's description alone, must agree. */
class BothVerifiersTest {

    private static final boolean LONG =
            System.getProperty("carabiner.test.rounds", "short").equals("long");
    private static final int LOGS = Integer.getInteger("carabiner.test.mutants", LONG ? 10_000 : 500);
    private static final int NO_LOG = 66;

    @TempDir
    Path root;

    private record Case(Path log, VerifierKey key, List<Path> anchors, String mutation) {

        int exitCode() throws IOException {
            try {
                return LogVerifier.verify(log, key, anchors).result().exitCode();
            } catch (NoLogException e) {
                return NO_LOG;
            }
        }

        String line() {
            List<String> words = new ArrayList<>(List.of(log.toString(), key == null ? "" : key.text()));
            anchors.forEach(anchor -> words.add(anchor.toString()));
            return String.join("\t", words);
        }
    }

    @Test
    void agree_on_thousands_of_damaged_logs() throws Exception {
        Path script = script();
        assumeTrue(script != null, "the second verifier is not here");
        Path anchor = root.resolve("anchor");
        List<Path> originals = originals(anchor);

        List<Case> cases = new ArrayList<>();
        List<Integer> verdicts = new ArrayList<>();
        for (int i = 0; i < LOGS; i++) {
            Path original = originals.get(i % originals.size());
            Path log = copy(original, root.resolve("mutants/" + i));
            VerifierKey key = i % 3 == 0 ? null : Records.rootKey(original);
            List<Path> anchors = i % 5 == 0 && original.equals(originals.getFirst()) ? List.of(anchor) : List.of();
            Case damaged = new Case(log, key, anchors, i == 0 ? "none" : new Mutator(i).mutate(log));
            cases.add(damaged);
            verdicts.add(damaged.exitCode());
        }

        List<Integer> theirs = batch(script, cases);
        assertThat(theirs).hasSameSizeAs(verdicts);
        for (int i = 0; i < cases.size(); i++) {
            assertThat(theirs.get(i))
                    .as("mutant %s: %s", i, cases.get(i).mutation())
                    .isEqualTo(verdicts.get(i));
        }
        assertThat(new TreeMap<>(verdicts.stream()
                                .collect(java.util.stream.Collectors.groupingBy(
                                        it -> it, java.util.stream.Collectors.counting())))
                        .keySet())
                .as("every verdict occurs")
                .contains(0, 1, 2, 3);
    }

    private List<Path> originals(Path anchor) throws IOException {
        Path segments = root.resolve("segments");
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(segments)
                .named("demo")
                .segmentsOf(4_000)
                .secrets("token")
                .anchoredIn(Anchor.file(anchor)))) {
            Records.append(log, 30);
            log.append(
                    Records.emitted("deny", EventData.of("token", "t-\u20ac", "n", 1.5e-7, "s", "\ud83d\ude00\ud800")));
        }
        Path single = root.resolve("single");
        Records.write(single, 12);
        return List.of(segments, single);
    }

    private static Path copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }

    private List<Integer> batch(Path script, List<Case> cases) throws Exception {
        Path list = root.resolve("cases.tsv");
        Files.write(list, cases.stream().map(Case::line).toList());
        Path output = root.resolve("verdicts");
        Process python = new ProcessBuilder("python3", script.toString(), "--batch", list.toString())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(python.waitFor()).isZero();
        return Files.readAllLines(output, StandardCharsets.UTF_8).stream()
                .map(line -> Integer.parseInt(line.substring(0, line.indexOf('\t'))))
                .toList();
    }

    /** In the folder above the module, where the project's tools are. */
    private static Path script() {
        return Stream.of("..", ".")
                .map(place -> Path.of(place, "tools", "verify_audit.py"))
                .filter(Files::exists)
                .map(Path::toAbsolutePath)
                .findFirst()
                .orElse(null);
    }
}
