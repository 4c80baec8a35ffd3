package dev.carabiner.audit.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.format.SigningKey;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.log.Records;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProofTest {

    @TempDir
    Path log;

    private VerifierKey key;

    @BeforeEach
    void write() throws IOException {
        try (FileAuditLog writing =
                FileAuditLog.open(AuditLogOptions.in(log).named("demo").segmentsOf(8_000))) {
            Records.append(writing, 100);
        }
        key = Records.rootKey(log);
    }

    @Test
    void holds_for_every_record_of_every_segment() throws IOException {
        long records = Records.verify(log).records();
        for (long seq = 0; seq < records; seq++) {
            Proof proof = Proof.parse(Proof.of(log, seq).text());

            assertThat(proof.problem(key)).as("record " + seq).isNull();
        }
    }

    @Test
    void holds_for_no_other_log() throws IOException {
        assertThat(Proof.of(log, 17).problem(SigningKey.generate(key.name()).verifier()))
                .isNotNull();
    }

    @Test
    void no_byte_of_it_can_be_changed() throws IOException {
        byte[] text = Proof.of(log, 60).text();
        for (int i = 0; i < text.length; i++) {
            byte[] changed = text.clone();
            changed[i] ^= 1;
            assertThat(holds(changed)).as("byte " + i).isFalse();
        }
    }

    private boolean holds(byte[] text) {
        try {
            return Proof.parse(text).problem(key) == null;
        } catch (Proof.ProofException e) {
            return false;
        }
    }

    @Test
    void is_judged_alike_by_both_verifiers() throws Exception {
        String good = proof("good", Proof.of(log, 60).text());
        String wrong = proof(
                "wrong",
                Files.readString(Path.of(good)).replace("index 60", "index 61").getBytes(UTF_8));
        String longest = proof("long", Arrays.copyOf(Proof.of(log, 60).text(), 64 * 1024 * 1024 + 1));
        String nowhere = log.resolve("nowhere").toString();

        assertBoth(0, good, "--pub", key.text());
        assertBoth(1, wrong, "--pub", key.text());
        assertBoth(1, longest, "--pub", key.text());
        assertBoth(66, nowhere, "--pub", key.text());
        assertBoth(64, nowhere, "--pub", "nonsense");
        assertBoth(64, good);
    }

    private String proof(String name, byte[] text) throws IOException {
        return Files.write(log.resolve(name), text).toString();
    }

    private static void assertBoth(int exitCode, String... words) throws Exception {
        String[] command = new String[words.length + 1];
        command[0] = "check-proof";
        System.arraycopy(words, 0, command, 1, words.length);

        assertThat(exitCode(words)).as("here").isEqualTo(exitCode);
        assertThat(SecondVerifier.run(new ArrayList<>(), command)).as("there").isEqualTo(exitCode);
    }

    /** That of the command, for a file and perhaps {@code --pub KEY}. */
    private static int exitCode(String... words) {
        try {
            VerifierKey key = words.length < 3 ? null : VerifierKey.named(words[2]);
            if (key == null) {
                return 64;
            }
            return Proof.read(Path.of(words[0])).problem(key) == null ? 0 : 1;
        } catch (Proof.ProofException e) {
            return 1;
        } catch (IOException e) {
            return 66;
        }
    }

    @Test
    void cannot_be_had_for_a_record_that_is_not_there() {
        assertThatThrownBy(() -> Proof.of(log, 100_000)).hasMessageContaining("No checkpoint covers");
    }
}
