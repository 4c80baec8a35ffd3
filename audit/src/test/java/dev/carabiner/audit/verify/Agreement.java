package dev.carabiner.audit.verify;

import static dev.carabiner.audit.verify.LogEdits.delete;
import static dev.carabiner.audit.verify.LogEdits.put;
import static dev.carabiner.audit.verify.LogEdits.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.Durability;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.log.Records;
import dev.carabiner.audit.verify.SecondVerifier.Answer;
import dev.carabiner.audit.verify.SecondVerifier.Question;
import dev.carabiner.event.EventData;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The places where two readers of the format's page might come to different verdicts. Each is a log, and the one answer
 * that both verifiers must give: exit code and first bad record.
 */
abstract class Agreement {

    static final int GOOD = 0;
    static final int TAMPERED = 1;
    static final int TORN = 2;
    static final int NOT_ANCHORED = 3;
    static final int USAGE = 64;
    static final int UNREADABLE = 66;
    static final long NO_RECORD = -1;

    static final String FIRST = "segment-000001.jsonl";
    static final String SECOND = "segment-000002.jsonl";
    static final String SECRETS = "segment-000001.secrets";
    static final int RECORDS = 12;

    @TempDir
    Path root;

    Path single;
    Path rotated;
    final List<Case> cases = new ArrayList<>();

    /** What is done to a copy of a log. */
    @FunctionalInterface
    interface Change {
        void in(Path log) throws IOException;
    }

    record Case(String rule, Question question, Answer expected) {}

    /** Adds the cases of one topic. */
    abstract void collect() throws IOException;

    @TestFactory
    Stream<DynamicTest> both_verifiers_give_the_one_answer() throws Exception {
        SecondVerifier.tools();
        writeLogs();
        collect();
        List<Answer> theirs =
                SecondVerifier.answers(cases.stream().map(Case::question).toList(), root);
        return IntStream.range(0, cases.size())
                .mapToObj(i -> DynamicTest.dynamicTest(cases.get(i).rule, () -> {
                    assertThat(answer(cases.get(i).question)).as("here").isEqualTo(cases.get(i).expected);
                    assertThat(theirs.get(i)).as("there").isEqualTo(cases.get(i).expected);
                }));
    }

    /** One log of one segment, whose writer has died, with its key and an anchor; one of several that was closed. */
    private void writeLogs() throws IOException {
        single = Files.createDirectory(root.resolve("single"));
        rotated = Files.createDirectory(root.resolve("rotated"));
        Records.write(single, single.resolve("anchor"), it -> it.named("demo").secrets("token"), log -> {
            log.append(SampleRecords.emitted("deny", EventData.of("token", "t-1")));
            Records.append(log, RECORDS - 2);
        });
        AuditLogOptions small = AuditLogOptions.in(rotated).named("demo").segmentsOf(3_000);
        try (FileAuditLog log = FileAuditLog.open(small.durability(record -> Durability.DURABLE))) {
            Records.append(log, 25);
        }
    }

    void rule(String rule, int exitCode, long badRecord, Path original, Change change) throws IOException {
        Path log = changed(original, change);
        add(rule, new Question(log, text(original, "root.pub").strip(), List.of()), exitCode, badRecord);
    }

    /** Verified with the anchor, and without the key. */
    void anchored(String rule, int exitCode, long badRecord, Path original, Change change) throws IOException {
        Path log = changed(original, change);
        add(rule, new Question(log, "", List.of(log.resolve("anchor"))), exitCode, badRecord);
    }

    /** Nothing is signed, nothing is asked for but that it is consistent. */
    void unsigned(String rule, int exitCode, long badRecord, Change change) throws IOException {
        Path log = changed(single, it -> {
            delete(it, "checkpoints");
            change.in(it);
        });
        add(rule, new Question(log, "", List.of()), exitCode, badRecord);
    }

    void opening(String rule, int exitCode, String openings) throws IOException {
        rule(rule, exitCode, NO_RECORD, single, log -> put(log, SECRETS, openings));
    }

    void asked(String rule, int exitCode, long badRecord, Path log, String pub) {
        add(rule, new Question(log, pub, List.of()), exitCode, badRecord);
    }

    private void add(String rule, Question question, int exitCode, long badRecord) {
        cases.add(new Case(rule, question, Answer.of(exitCode, badRecord)));
    }

    private Path changed(Path original, Change change) throws IOException {
        Path log = Files.createDirectory(root.resolve("case-" + cases.size()));
        try (Stream<Path> files = Files.list(original)) {
            for (Path file : files.toList()) {
                Files.copy(file, log.resolve(file.getFileName()));
            }
        }
        change.in(log);
        return log;
    }

    /** What this project's verifier says, with the exit code of the command. */
    private static Answer answer(Question question) {
        VerifierKey key = null;
        if (!question.pub().isEmpty()) {
            key = key(question.pub());
            if (key == null) {
                return Answer.of(USAGE, NO_RECORD);
            }
        }
        try {
            Verdict verdict = LogVerifier.verify(question.log(), key, question.anchors());
            return Answer.of(verdict.result().exitCode(), verdict.badRecord());
        } catch (NoLogException | IOException e) {
            return Answer.of(UNREADABLE, NO_RECORD);
        }
    }

    private static VerifierKey key(String pub) {
        try {
            return VerifierKey.named(pub);
        } catch (IOException e) {
            return null;
        }
    }
}
