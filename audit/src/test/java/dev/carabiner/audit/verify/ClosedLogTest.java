package dev.carabiner.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.format.SigningKey;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.log.Records;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** After a log is closed there is no key any more that could sign its records again. */
class ClosedLogTest extends LogToTamperWith {

    private SigningKey stolen() throws IOException {
        return SigningKey.parse(Files.readString(log.resolve("key")));
    }

    private void rewrite(UnaryOperator<List<String>> change) throws IOException {
        Forger.rewrite(log, stolen(), change);
    }

    private static List<String> edited(List<String> lines) {
        return lines.stream().map(line -> line.replace("s-1", "s-2")).toList();
    }

    @Nested
    class One_who_reads_the_key_file {

        @Test
        void can_rewrite_a_log_whose_writer_died() throws IOException {
            write(20);
            rewrite(ClosedLogTest::edited);

            assertThat(result()).as("which is what closing is for").isEqualTo(Result.GOOD);
        }

        @Test
        void cannot_change_a_closed_log() throws Exception {
            writeClosed(20);
            rewrite(ClosedLogTest::edited);

            assertThat(result()).isEqualTo(Result.TAMPERED);
            String pub = Records.rootKey(log).text();
            assertThat(SecondVerifier.run(new ArrayList<>(), log.toString(), "--pub", pub))
                    .isEqualTo(1);
        }

        @Test
        void cannot_take_records_out_of_it() throws IOException {
            writeClosed(20);
            rewrite(lines -> {
                List<String> left = new ArrayList<>(lines);
                left.remove(7);
                return left;
            });

            assertThat(result()).isEqualTo(Result.TAMPERED);
        }

        @Test
        void finds_no_key_of_the_closed_segments() throws IOException {
            writeClosed(20);

            String closed = Records.texts(log, "segment_start", "key").getFirst();
            assertThat(stolen().verifier().text()).isNotEqualTo(closed);
            assertThat(log.resolve("key.next")).doesNotExist();
        }
    }

    @Test
    void a_closed_log_is_good_and_goes_on_with_the_certified_key() throws IOException {
        writeClosed(20);
        assertThat(result()).isEqualTo(Result.GOOD);

        String certified = stolen().verifier().text();
        try (FileAuditLog again = FileAuditLog.open(log)) {
            assertThat(again.key().text()).isEqualTo(certified);
            again.append(SampleRecords.durable("later"));
        }

        assertThat(result()).isEqualTo(Result.GOOD);
        assertThat(Records.texts(log, "segment_start", "key")).hasSize(3).contains(certified);
        assertThat(stolen().verifier().text()).isNotEqualTo(certified);
    }

    @Test
    void closing_a_log_to_which_nothing_was_added_changes_nothing() throws IOException {
        writeClosed(20);
        for (int i = 0; i < 3; i++) {
            FileAuditLog.open(log).close();
        }

        assertThat(Records.texts(log, "segment_start", "key")).hasSize(2);
        assertThat(result()).isEqualTo(Result.GOOD);
    }
}
