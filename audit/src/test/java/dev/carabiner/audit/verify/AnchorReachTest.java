package dev.carabiner.audit.verify;

import static dev.carabiner.audit.verify.LogEdits.note;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.log.Records;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far anchors reach, which both verifiers say in the same words. */
class AnchorReachTest extends LogToTamperWith {

    private static final String CUT_TAILS =
            "that no tail was cut off, only an anchor that reaches the last record can show";

    @BeforeEach
    void write() {
        write(30);
    }

    private Path old() throws IOException {
        return Files.write(root.resolve("old"), note(log, 5, null).entry());
    }

    private void assertSaid(Verdict.Result result, boolean withKey, List<Path> anchors, String words) throws Exception {
        Verdict verdict = LogVerifier.verify(log, withKey ? Records.rootKey(log) : null, anchors);
        List<String> question = new ArrayList<>(List.of(log.toString()));
        if (withKey) {
            question.addAll(List.of("--pub", Records.rootKey(log).text()));
        }
        anchors.forEach(it -> question.addAll(List.of("--anchor", it.toString())));
        List<String> theirs = new ArrayList<>();
        int exitCode = SecondVerifier.run(theirs, question.toArray(String[]::new));

        assertThat(verdict.result()).isEqualTo(result);
        assertThat(verdict.explanation()).isEqualTo(words);
        assertThat(exitCode).isEqualTo(result.exitCode());
        assertThat(theirs).singleElement().asString().endsWith("30 records, 1 segment; " + words);
    }

    @Test
    void an_anchor_of_the_last_record_shows_all() throws Exception {
        String words = "every record is vouched for; the anchor " + anchor + " covers the first 30 of 30 records";

        assertSaid(Verdict.Result.GOOD, true, List.of(anchor), words);
        assertSaid(Verdict.Result.GOOD, false, List.of(anchor), words);
    }

    @Test
    void behind_an_old_or_empty_one_a_tail_may_be_missing() throws Exception {
        Path empty = Files.createFile(root.resolve("empty"));
        Path old = old();

        assertSaid(
                Verdict.Result.GOOD,
                true,
                List.of(empty, old),
                "every record is signed, from the first to the last; the anchor " + empty
                        + " covers the first 0 of 30 records; the anchor " + old
                        + " covers the first 5 of 30 records; " + CUT_TAILS);
    }

    @Test
    void the_newest_of_several_counts() throws Exception {
        Path old = old();

        assertSaid(
                Verdict.Result.GOOD,
                true,
                List.of(old, anchor),
                "every record is vouched for; the anchor " + old + " covers the first 5 of 30 records; the anchor "
                        + anchor + " covers the first 30 of 30 records");
    }

    @Test
    void without_a_key_the_rest_is_not_vouched_for() throws Exception {
        Path old = old();

        assertSaid(
                Verdict.Result.NOT_ANCHORED,
                false,
                List.of(old),
                "consistent, but nothing vouches for the records from 5 on; the anchor " + old
                        + " covers the first 5 of 30 records");
    }

    @Test
    void a_key_alone_shows_no_cut_tail() throws Exception {
        assertSaid(
                Verdict.Result.GOOD,
                true,
                List.of(),
                "every record is signed, from the first to the last; " + CUT_TAILS);
        assertSaid(
                Verdict.Result.NOT_ANCHORED,
                false,
                List.of(),
                "consistent, but neither a public key nor an anchor was given");
    }
}
