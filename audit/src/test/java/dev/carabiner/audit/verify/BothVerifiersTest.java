package dev.carabiner.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.log.Anchor;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.log.Records;
import dev.carabiner.audit.verify.SecondVerifier.Answer;
import dev.carabiner.audit.verify.SecondVerifier.Question;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two verifiers that share no code must agree, to the first bad record. */
class BothVerifiersTest {

    private static final int LOGS = Integer.getInteger("carabiner.test.mutants", Progress.LONG ? 10_000 : 300);
    private static final int NO_LOG = 66;

    @TempDir
    Path root;

    private record Mutant(Question question, VerifierKey key, String mutation) {

        Answer answer() throws IOException {
            try {
                Verdict verdict = LogVerifier.verify(question.log(), key, question.anchors());
                return Answer.of(verdict.result().exitCode(), verdict.badRecord());
            } catch (NoLogException | IOException e) {
                return Answer.of(NO_LOG, -1);
            }
        }
    }

    @Test
    void agree_on_thousands_of_damaged_logs() throws Exception {
        SecondVerifier.tools();
        Progress progress = new Progress("mutants", LOGS);
        List<Path> originals = originals();
        List<Mutant> mutants = new ArrayList<>();
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < LOGS; i++) {
            Mutant mutant = mutant(originals.get(i % originals.size()), i);
            mutants.add(mutant);
            answers.add(mutant.answer());
            progress.step();
        }

        List<Answer> theirs =
                SecondVerifier.answers(mutants.stream().map(Mutant::question).toList(), root);
        assertThat(theirs).hasSameSizeAs(answers);
        for (int i = 0; i < mutants.size(); i++) {
            assertThat(theirs.get(i))
                    .as("mutant %s: %s", i, mutants.get(i).mutation())
                    .isEqualTo(answers.get(i));
        }
        Map<Integer, Long> counts =
                answers.stream().collect(Collectors.groupingBy(Answer::exitCode, TreeMap::new, Collectors.counting()));
        progress.end("verdicts " + counts);
        assertThat(counts.keySet()).as("every verdict occurs").contains(0, 1, 2, 3);
    }

    private Mutant mutant(Path original, int number) throws IOException {
        Path log = copy(original, root.resolve("mutants/" + number));
        VerifierKey key = number % 3 == 0 ? null : Records.rootKey(original);
        List<Path> anchors = number % 4 == 0 ? List.of(log.resolve("anchor")) : List.of();
        String mutation = number == 0 ? "none" : new Mutator(number).mutate(log);
        return new Mutant(new Question(log, key == null ? "" : key.text(), anchors), key, mutation);
    }

    private List<Path> originals() throws IOException {
        Path segments = Files.createDirectories(root.resolve("segments"));
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(segments)
                .named("demo")
                .segmentsOf(4_000)
                .secrets("token")
                .checkpointEvery(5, Duration.ofSeconds(10))
                .anchoredIn(Anchor.file(segments.resolve("anchor"))))) {
            Records.append(log, 30);
            for (int i = 0; i < 3; i++) {
                EventData secret = EventData.of("token", "t-\u20ac", "n", 1.5e-7, "s", "\ud83d\ude00\ud800");
                log.append(SampleRecords.emitted("deny", secret));
            }
        }
        Path single = Files.createDirectories(root.resolve("single"));
        try (FileAuditLog log = FileAuditLog.open(
                AuditLogOptions.in(single).named("demo").anchoredIn(Anchor.file(single.resolve("anchor"))))) {
            Records.append(log, 12);
        }
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
}
