package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.RecordedChange;
import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.event.EventData;
import dev.carabiner.event.PatchStep;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LongValuesTest {

    private static final String LONG = "all work and no play ".repeat(100);
    private static final Pattern REFERENCE = Pattern.compile("\\{\"\\$value\":\"([0-9a-f]{64})\"}");
    private static final Pattern VALUE = Pattern.compile("\"type\":\"value\",.*?\"digest\":\"([0-9a-f]{64})\"");

    @TempDir
    Path directory;

    private AuditLogOptions options() {
        return AuditLogOptions.in(directory).durability(record -> Durability.DURABLE);
    }

    private static AuditRecord emitted(Object... fields) {
        return new Emitted(
                "s-1",
                Instant.EPOCH,
                "a:b",
                "continue",
                "",
                EventData.of(Map.of("data", EventData.empty())).with((String) fields[0], fields[1]),
                List.of());
    }

    private String all() throws IOException {
        StringBuilder all = new StringBuilder();
        try (var files = Files.list(directory)) {
            for (Path file : files.filter(it -> it.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList()) {
                all.append(Files.readString(file));
            }
        }
        return all.toString();
    }

    /** Every reference has its value in front of it, and no value stands there twice. */
    private void everythingResolves() throws IOException {
        Set<String> known = new HashSet<>();
        for (String line : all().lines().toList()) {
            Matcher value = VALUE.matcher(line);
            if (value.find()) {
                assertThat(known.add(value.group(1))).as("written once").isTrue();
            }
            Matcher reference = REFERENCE.matcher(line);
            while (reference.find()) {
                assertThat(known).contains(reference.group(1));
            }
        }
        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
    }

    private int count(String text) throws IOException {
        return all().split(Pattern.quote(text), -1).length - 1;
    }

    @Nested
    class A_long_value {

        @Test
        void is_written_once_and_then_named_by_the_digest_of_its_json() throws IOException {
            try (FileAuditLog log = FileAuditLog.open(options())) {
                for (int i = 0; i < 10; i++) {
                    log.append(emitted("text", LONG));
                }
            }

            everythingResolves();
            assertThat(count(LONG)).isEqualTo(1);
            String json = "\"" + LONG + "\"";
            String digest = Hex.of(Sha256.of(json.getBytes(StandardCharsets.UTF_8)));
            assertThat(count("{\"$value\":\"" + digest + "\"}")).isEqualTo(10);
        }

        @Test
        void may_be_an_object_or_a_list_and_hold_others() throws IOException {
            EventData inner = EventData.of("a", LONG, "b", "x".repeat(1000), "c", "y".repeat(1000));
            try (FileAuditLog log = FileAuditLog.open(options())) {
                log.append(emitted("deep", List.of(inner, inner)));
                log.append(emitted("deep", List.of(inner, inner)));
            }

            everythingResolves();
            assertThat(count(LONG)).isEqualTo(1);
            assertThat(count("x".repeat(1000))).isEqualTo(1);
        }

        @Test
        void of_1024_bytes_stays_where_it_is() throws IOException {
            try (FileAuditLog log = FileAuditLog.open(options())) {
                log.append(emitted("text", "x".repeat(1022)));
                log.append(emitted("text", "x".repeat(1023)));
            }

            assertThat(count("$value")).isEqualTo(1);
        }

        @Test
        void is_not_written_again_in_a_later_segment_or_by_a_later_writer() throws IOException {
            for (int opening = 0; opening < 3; opening++) {
                try (FileAuditLog log = FileAuditLog.open(options().segmentsOf(2_000))) {
                    for (int i = 0; i < 20; i++) {
                        log.append(emitted("text", LONG + i % 5));
                    }
                }
            }

            everythingResolves();
            assertThat(count("\"type\":\"value\"")).isEqualTo(5);
        }

        @Test
        void that_a_crash_took_away_is_written_again() throws IOException {
            try (FileAuditLog log = FileAuditLog.open(options())) {
                log.append(SampleRecords.durable("p-1"));
            }
            Path last = lastSegment();
            String torn =
                    "{\"v\":2,\"log\":\"x\",\"seq\":9,\"session\":\"\",\"type\":\"value\",\"actor\":\"audit\",\"data\":{\"digest\":\"";
            Files.writeString(last, Files.readString(last) + torn);

            try (FileAuditLog log = FileAuditLog.open(options())) {
                log.append(emitted("text", LONG));
            }

            everythingResolves();
        }

        private Path lastSegment() throws IOException {
            try (var files = Files.list(directory)) {
                return files.filter(it -> it.toString().endsWith(".jsonl"))
                        .sorted()
                        .toList()
                        .getLast();
            }
        }
    }

    @Nested
    class A_secret {

        @Test
        void that_is_long_can_still_be_erased() throws IOException {
            try (FileAuditLog log = FileAuditLog.open(options().secrets("password"))) {
                log.append(emitted("password", LONG));
                log.append(emitted(
                        "deep", EventData.of("password", "x", "text", "y".repeat(1022), "more", "z".repeat(500))));
            }

            everythingResolves();
            assertThat(count(LONG)).isZero();
            assertThat(count("$value"))
                    .as("what holds a commitment stays in its record")
                    .isZero();
            assertThat(count("$commitment")).isEqualTo(2);
        }

        @Test
        void stays_one_in_a_patch() throws IOException {
            RecordedChange change = new RecordedChange(
                    "masker",
                    List.of(
                            new PatchStep(PatchStep.Op.REPLACE, "/tool_input/password", "hunter2"),
                            new PatchStep(
                                    PatchStep.Op.ADD,
                                    "/more",
                                    EventData.of("password", "hunter3").asMap())));
            try (FileAuditLog log = FileAuditLog.open(options().secrets("password"))) {
                log.append(new Emitted(
                        "s-1",
                        Instant.EPOCH,
                        "e-1",
                        "",
                        "a:b",
                        "continue",
                        "",
                        "",
                        EventData.empty(),
                        change,
                        List.of(change),
                        List.of(),
                        List.of()));
            }

            assertThat(count("hunter")).isZero();
            assertThat(count("$commitment")).isEqualTo(4);
        }
    }

    @Test
    void an_event_cannot_forge_what_only_the_log_writes() throws IOException {
        try (FileAuditLog log = FileAuditLog.open(options())) {
            log.append(emitted("forged", EventData.of("$value", "0".repeat(64))));
            log.append(emitted("forged", EventData.of("$commitment", "0".repeat(64))));
            log.append(emitted("forged", EventData.of("$$value", "x")));
        }

        everythingResolves();
        assertThat(all())
                .contains("{\"$$value\":\"000")
                .contains("{\"$$commitment\":\"000")
                .contains("{\"$$$value\":\"x\"}");
    }
}
