package dev.carabiner.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.audit.log.Records;
import dev.carabiner.audit.verify.Verdict.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tail without a signature can be forged with hashes that fit; then only the grammar stands in the way. */
class HostileLinesTest {

    @TempDir
    Path log;

    private Path segment;

    @BeforeEach
    void write() throws IOException {
        Records.write(log, 20);
        segment = log.resolve("segment-000001.jsonl");
        Files.delete(log.resolve("checkpoints"));
    }

    private Result afterForging(String what, String by) throws IOException {
        Forger.rewrite(log, null, lines -> {
            List<String> changed = new ArrayList<>(lines);
            changed.set(5, changed.get(5).replace(what, by));
            return changed;
        });
        return LogVerifier.verify(log, null, List.of()).result();
    }

    @Test
    void a_well_formed_lie_is_consistent_but_not_anchored() throws IOException {
        assertThat(afterForging("line 4", "lime 4")).isEqualTo(Result.NOT_ANCHORED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"text\":\"x\",\"text\":\"line 4\"",
                "\"text\":\"line\\u00204\"",
                "\"text\": \"line 4\"",
                "\"text\":'line 4'",
                "\"text\":\"line 4\",",
                "\"text\":\"line\t4\"",
                "\"text\":01",
                "\"text\":\"line 4\"},\"data\":{",
            })
    void a_malformed_one_is_tampered(String by) throws IOException {
        assertThat(afterForging("\"text\":\"line 4\"", by)).isEqualTo(Result.TAMPERED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"segment_start", "segment_end", "Output", "", "a-b"})
    void so_is_one_of_a_wrong_type(String type) throws IOException {
        assertThat(afterForging("\"type\":\"output\"", "\"type\":\"" + type + "\""))
                .isEqualTo(Result.TAMPERED);
    }

    @Test
    void a_line_that_never_ends_needs_no_more_memory_than_the_longest() throws IOException {
        try (var out = Files.newOutputStream(segment, StandardOpenOption.APPEND)) {
            byte[] megabyte = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 40; i++) {
                out.write(megabyte);
            }
        }
        assertThat(LogVerifier.verify(log, null, List.of()).result()).isEqualTo(Result.TORN);

        Files.writeString(segment, "\n", StandardOpenOption.APPEND);
        assertThat(LogVerifier.verify(log, null, List.of()).result()).isEqualTo(Result.TAMPERED);
    }

    @Test
    void rubbish_is_refused_without_a_crash() throws IOException {
        byte[] good = Files.readString(segment).lines().toList().get(4).getBytes(StandardCharsets.UTF_8);
        Random random = new Random(1);
        RecordLine line = new RecordLine();
        for (int i = 0; i < 200_000; i++) {
            byte[] bad = good.clone();
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            int from = random.nextInt(20) == 0 ? random.nextInt(bad.length) : 0;
            int to = random.nextInt(20) == 0 ? from + random.nextInt(bad.length - from) : bad.length;
            line.parse(bad, from, to);
        }
    }
}
