package dev.carabiner.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditCommandsTest {

    @TempDir
    Path root;

    private CommandRun last;
    private String log;
    private String key;

    @BeforeEach
    void write() {
        log = root.resolve("log").toString();
        key = root.resolve("log/root.pub").toString();
        Records.write(Path.of(log), it -> it.named("demo"), writing -> {
            writing.append(SampleRecords.emitted("deny", EventData.of("text", "\u202Eevil\u001b[2J")));
            writing.append(SampleRecords.buffered("x".repeat(500)));
            writing.append(SampleRecords.decision("r-1"));
        });
    }

    private int run(String... words) {
        last = CommandRun.of(words);
        return last.exitCode();
    }

    private List<String> lines() {
        return last.lines();
    }

    @Nested
    class Verify {

        @Test
        void ends_with_0_if_the_log_is_good() {
            assertThat(run("verify", log, "--pub", key)).isZero();
            assertThat(lines()).first().asString().startsWith("GOOD");
        }

        @Test
        void ends_with_1_and_names_the_first_bad_record_if_it_is_tampered() throws IOException {
            Path segment = Path.of(log, "segment-000001.jsonl");
            Files.writeString(segment, Files.readString(segment).replace("r-1", "r-2"));

            assertThat(run("verify", log, "--pub", key)).isEqualTo(1);
            assertThat(lines()).first().isEqualTo("TAMPERED record 3: h is not the hash of the record");
        }

        @Test
        void ends_with_2_if_the_tail_is_torn() throws IOException {
            Files.writeString(Path.of(log, "segment-000001.jsonl"), "{\"v\":1,", StandardOpenOption.APPEND);

            assertThat(run("verify", log, "--pub", key)).isEqualTo(2);
        }

        @Test
        void ends_with_3_if_nothing_vouches_for_it() {
            assertThat(run("verify", log)).isEqualTo(3);
        }

        @Test
        void ends_with_66_if_there_is_no_log() {
            assertThat(run("verify", root.toString())).isEqualTo(66);
            assertThat(run("verify", root.resolve("nowhere").toString())).isEqualTo(66);
            assertThat(run("verify", log, "--anchor", root.resolve("nowhere").toString()))
                    .isEqualTo(66);
        }
    }

    @Test
    void init_makes_a_log_and_prints_its_root_key() throws IOException {
        String made = root.resolve("made").toString();

        assertThat(run("init", made, "--name", "mine")).isZero();
        assertThat(lines())
                .containsExactly(Files.readString(Path.of(made, "root.pub")).strip());
        assertThat(run("verify", made, "--pub", lines().getFirst())).isZero();
        assertThat(run("init", made)).isEqualTo(73);
    }

    @Nested
    class Show {

        @Test
        void gives_a_line_for_each_record() {
            assertThat(run("show", log)).isZero();
            assertThat(lines()).hasSize(4);
        }

        @Test
        void shows_what_could_deceive_as_escapes() {
            run("show", log, "--full");

            assertThat(last.out()).contains("evil").doesNotContain("\u202E").doesNotContain("\u001b");
        }

        @Test
        void says_how_much_it_hides() {
            run("show", log, "--type", "output");
            assertThat(lines()).singleElement().asString().contains("more)");

            run("show", log, "--type", "output", "--full");
            assertThat(lines()).singleElement().asString().contains("x".repeat(500));
        }

        @Test
        void filters_by_session_hook_action_and_time() {
            assertThat(count("--session", "s-2")).isEqualTo(1);
            assertThat(count("--hook", "guard")).isEqualTo(2);
            assertThat(count("--hook", "linter")).isEqualTo(1);
            assertThat(count("--action", "deny")).isEqualTo(1);
            assertThat(count("--since", "2026-03-01", "--until", "2026-03-02")).isEqualTo(3);
            assertThat(count("--session", "s-1", "--since", "2026-03-01T12:00:01Z"))
                    .isZero();
        }

        private int count(String... filters) {
            String[] words = new String[filters.length + 2];
            words[0] = "show";
            words[1] = log;
            System.arraycopy(filters, 0, words, 2, filters.length);
            assertThat(run(words)).isZero();
            return lines().size();
        }
    }

    @Test
    void tail_gives_the_last_records() {
        assertThat(run("tail", log, "-n", "1")).isZero();
        assertThat(lines()).singleElement().asString().contains("approval_decision");
    }

    @Test
    void export_gives_the_bytes_as_they_stand() throws IOException {
        String file = root.resolve("exported").toString();

        assertThat(run("export", log, "--out", file)).isZero();
        assertThat(Path.of(file)).hasSameBinaryContentAs(Path.of(log, "segment-000001.jsonl"));
    }

    @Test
    void a_proof_convinces_with_the_key_only() throws IOException {
        String file = root.resolve("proof").toString();

        assertThat(run("prove", log, "2", "--out", file)).isZero();
        assertThat(run("check-proof", file, "--pub", key)).isZero();
        assertThat(lines()).first().isEqualTo("PROVED record 2 of the first 4");

        Files.writeString(Path.of(file), Files.readString(Path.of(file)).replace("index 2", "index 1"));
        assertThat(run("check-proof", file, "--pub", key)).isEqualTo(1);
        assertThat(run("prove", log, "99")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"init", "verify", "show", "tail", "export", "prove", "check-proof", "erase"})
    void every_command_explains_itself_with_an_example(String command) {
        assertThat(run(command, "--help")).isZero();
        assertThat(last.out()).startsWith("Usage: carabiner audit " + command).contains("  carabiner audit " + command);
    }

    @Test
    void wrong_usage_ends_with_64_and_says_what_was_expected() {
        assertThat(run()).isEqualTo(64);
        assertThat(run("frobnicate")).isEqualTo(64);
        assertThat(run("verify")).isEqualTo(64);
        assertThat(run("verify", log, "--frob")).isEqualTo(64);
        assertThat(run("verify", log, "--pub")).isEqualTo(64);
        assertThat(run("verify", log, "--pub", "nonsense")).isEqualTo(64);
        assertThat(run("show", log, "--since", "yesterday")).isEqualTo(64);
        assertThat(run("prove", log, "x")).isEqualTo(64);
        assertThat(run("check-proof", log)).isEqualTo(64);
        assertThat(last.err())
                .contains("--pub=KEY")
                .contains("'carabiner audit check-proof --help' shows how it is used");
    }
}
