package dev.carabiner.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.cli.Main;
import dev.carabiner.cli.terminal.ProcessOutput;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the commands write to. */
class OutputTest {

    @TempDir
    Path root;

    private Path log;
    private Path key;

    @BeforeEach
    void write() {
        log = root.resolve("log");
        key = log.resolve("root.pub");
        Records.write(log, 20);
    }

    @Nested
    class Standard_output_that_takes_nothing {

        private int writes;

        private int run(boolean pipe, String command) {
            String problem = pipe ? "Broken pipe" : "No space left on device";
            PrintStream full = new ProcessOutput(new Full(problem), StandardCharsets.UTF_8);
            return CommandRun.exitCode(full, new PrintStream(PrintStream.nullOutputStream()), command.split(" "));
        }

        private final class Full extends OutputStream {

            private final String problem;

            Full(String problem) {
                this.problem = problem;
            }

            @Override
            public void write(int b) throws IOException {
                writes++;
                throw new IOException(problem);
            }

            @Override
            public void write(byte[] bytes, int from, int count) throws IOException {
                write(0);
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"verify %s --pub %s", "show %s", "tail %s", "export %s", "prove %s 3", "init %s2", "--help"})
        void is_no_success(String command) {
            assertThat(run(false, command.formatted(log, key))).isEqualTo(74);
        }

        @Test
        void changes_no_other_verdict() {
            assertThat(run(false, "verify " + log)).isEqualTo(3);
        }

        @Test
        void is_a_reader_who_has_had_enough_if_it_is_a_pipe() {
            assertThat(run(true, "verify %s --pub %s".formatted(log, key))).isZero();
        }

        @Test
        void ends_an_export() {
            Path large = root.resolve("large");
            Records.write(large, 3_000);

            assertThat(run(true, "export " + large)).isZero();
            assertThat(writes).as("a buffer of 8 KiB fails, and then the flush").isLessThanOrEqualTo(3);
        }
    }

    @Nested
    class The_process {

        private int run(String shell) throws IOException, InterruptedException {
            String java = Path.of(System.getProperty("java.home"), "bin", "java")
                    + " -XX:TieredStopAtLevel=1 -Xmx64m -cp "
                    + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")) + " "
                    + Main.class.getName() + " audit";
            Process process = new ProcessBuilder("bash", "-c", shell.replace("AUDIT", java))
                    .redirectErrorStream(true)
                    .start();
            process.getInputStream().readAllBytes();
            return process.waitFor();
        }

        @Test
        void ends_with_74_if_the_disk_is_full_or_the_output_closed_and_with_0_if_the_reader_has_gone()
                throws IOException, InterruptedException {
            assumeTrue(Files.exists(Path.of("/dev/full")), "skipped: there is no /dev/full");
            String verify = "AUDIT verify " + log + " --pub " + key;

            assertThat(run(verify + " > /dev/full")).isEqualTo(74);
            assertThat(run(verify + " >&-")).isEqualTo(74);
            assertThat(run("AUDIT show " + log + " | true; exit ${PIPESTATUS[0]}"))
                    .isZero();
        }

        @Test
        void shows_the_longest_record_in_64_MB() throws IOException, InterruptedException {
            Path large = root.resolve("large");
            try (FileAuditLog writing = FileAuditLog.open(large)) {
                writing.append(SampleRecords.buffered("\u20ac".repeat(5_000_000)));
            }

            assertThat(run("AUDIT show " + large)).isZero();
        }
    }

    @Nested
    class A_file {

        private CommandRun export(Path to) {
            return CommandRun.of("export", log.toString(), "--out", to.toString());
        }

        private List<Path> files() throws IOException {
            try (Stream<Path> files = Files.list(root)) {
                return files.toList();
            }
        }

        @Test
        void is_never_one_of_the_log() throws IOException {
            Path segment = log.resolve("segment-000001.jsonl");
            byte[] before = Files.readAllBytes(segment);
            Path link = Files.createSymbolicLink(root.resolve("link"), segment);
            Path detour = Files.createSymbolicLink(root.resolve("detour"), log);

            for (Path to : List.of(segment, link, detour.resolve("new"), log.resolve("new"))) {
                CommandRun run = export(to);
                assertThat(run.exitCode()).as("to " + to).isEqualTo(64);
                assertThat(run.err()).contains("the log's own directory");
            }
            String side = log.resolve("checkpoints").toString();
            assertThat(CommandRun.of("prove", log.toString(), "3", "--out", side)
                            .exitCode())
                    .isEqualTo(64);
            assertThat(segment).hasBinaryContent(before);
            assertThat(CommandRun.of("verify", log.toString(), "--pub", key.toString())
                            .exitCode())
                    .isZero();
        }

        @Test
        void stays_what_it_was_if_the_log_cannot_be_read() throws IOException {
            Path kept = Files.writeString(root.resolve("kept"), "kept");
            String nowhere = root.resolve("nowhere").toString();

            assertThat(CommandRun.of("export", nowhere, "--out", kept.toString())
                            .exitCode())
                    .isEqualTo(66);
            assertThat(CommandRun.of(
                                    "export",
                                    nowhere,
                                    "--out",
                                    root.resolve("none").toString())
                            .exitCode())
                    .isEqualTo(66);

            assertThat(kept).hasContent("kept");
            assertThat(files()).containsExactlyInAnyOrder(log, kept);
        }

        @Test
        void that_cannot_be_made_ends_with_73_and_says_why() throws IOException {
            CommandRun run = export(root.resolve("nowhere/out"));

            assertThat(run.exitCode()).isEqualTo(73);
            assertThat(run.err()).contains("Cannot be written: ").contains("no such file or directory");
            assertThat(export(root).exitCode()).as("a directory").isEqualTo(73);
            assertThat(files()).containsExactly(log);
        }

        @Test
        void keeps_its_permissions() throws IOException {
            Path kept = Files.writeString(root.resolve("kept"), "kept");
            Files.setPosixFilePermissions(kept, PosixFilePermissions.fromString("rw-------"));

            assertThat(export(kept).exitCode()).isZero();

            assertThat(kept).hasSameBinaryContentAs(log.resolve("segment-000001.jsonl"));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
                    .isEqualTo("rw-------");
        }

        @Test
        void may_be_a_device() {
            assertThat(export(Path.of("/dev/null")).exitCode()).isZero();
            assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
        }
    }
}
