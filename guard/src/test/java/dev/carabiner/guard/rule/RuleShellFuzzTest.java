package dev.carabiner.guard.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.guard.line.ShellReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random lines, and what real shells make of them. The only programs in reach are stubs that write down their argv; no
 * fragment names a real file or a builtin that could harm anything.
 */
class RuleShellFuzzTest {

    private static final boolean LONG = "long".equals(System.getProperty("carabiner.test.rounds"));
    private static final int RUN_IN_EACH_SHELL = LONG ? 3_000 : 150;

    private static final List<String> HARMLESS = List.of(
            " ", " ", " ", " ", "git", "log", "'", "'", "\"", "\"", "-n", "3", "a", "b=c", "--x=y", "HEAD~1", "HEAD^",
            "@", "%h", ":/x", "''", "\"\"", "'a b'", "\"c d\"", "'$(rm)'", "'`rm`'", "';rm'", "'\"'", "\"'\"", ",", "+",
            ".", "/", "_");

    private static final List<String> HOSTILE = List.of(
            ";",
            "&",
            "|",
            "\n",
            "&&",
            "||",
            "$(rm x)",
            "`rm x`",
            "$IFS",
            "${IFS}",
            "$x",
            "${x@P}",
            "$'rm'",
            "$\"rm\"",
            "$((1))",
            "<",
            ">",
            ">>",
            "<<E\n",
            "2>&1",
            "*",
            "?",
            "[a]",
            "{a,b}",
            "~",
            "#",
            "!",
            "\\",
            "\\\n",
            "(",
            ")",
            "{",
            "}",
            "rm",
            " rm ",
            "env rm",
            "sh -c 'rm x'",
            "A=b ",
            "eval ",
            "\t",
            "\r",
            "\u00a0",
            "\u200b",
            "r\\m",
            "'r'm",
            "\"r\"m",
            "xargs rm",
            "if ",
            "then ",
            "fi",
            "for i in rm; do $i; done",
            "x=rm;",
            "$x y",
            "time ",
            "coproc ",
            "[[ ",
            "]]",
            "=",
            "=git",
            "\u0001",
            "\u0085",
            "\\x72m",
            "$'\\x72m' x",
            "{rm,x}",
            "r$@m x",
            "command rm",
            "exec rm",
            "nohup rm x");

    @TempDir
    Path temp;

    private Path programs;

    @BeforeEach
    void make_stubs() throws IOException {
        programs = Files.createDirectory(temp.resolve("programs"));
        Path stub = programs.resolve("git");
        Files.writeString(stub, "#!/bin/sh\nprintf '%s\\000' \"${0##*/}\" \"$@\" \"\u001e\" >> \"$RECORD\"\n");
        Files.setPosixFilePermissions(stub, PosixFilePermissions.fromString("rwx------"));
        for (String name : List.of("rm", "log", "a", "b", "x", "y", "3")) {
            Files.copy(stub, programs.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }
        launcher("env", "exec \"$@\"");
        launcher("nohup", "exec \"$@\"");
        launcher("xargs", "exec \"$@\" from-input");
        launcher("sh", "shift; exec /bin/sh -c \"$@\"");
        launcher("time", "exec \"$@\"");
    }

    private void launcher(String name, String body) throws IOException {
        Path file = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** What an allow rule covers is run as exactly the words that were compared, and nothing else is. */
    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void what_is_allowed_is_what_is_run(String shell) throws Exception {
        Set<String> allowed = new LinkedHashSet<>();
        Random random = new Random(20260301);
        while (allowed.size() < RUN_IN_EACH_SHELL) {
            String line = "git log" + fragments(random, HARMLESS, random.nextInt(8) == 0 ? HOSTILE : HARMLESS);
            if (RuleWorld.allows("git log *", line)) {
                allowed.add(line);
            }
        }
        for (String line : allowed) {
            List<String> words = ShellReader.plainWords(line);
            assertThat(run(shell, line)).as(line).containsExactly(words);
            assertThat(words).as(line).startsWith("git", "log");
        }
    }

    /** Whatever line makes a shell run rm, the deny rule for it has seen it coming. */
    @ParameterizedTest
    @ValueSource(strings = {"/bin/sh", "/bin/bash"})
    void what_runs_a_denied_program_is_denied(String shell) throws Exception {
        Random random = new Random(20260302);
        int ran = 0;
        for (int i = 0; i < 2 * RUN_IN_EACH_SHELL; i++) {
            String line = fragments(random, HOSTILE, random.nextBoolean() ? HOSTILE : HARMLESS)
                    .strip();
            boolean rm =
                    run(shell, line).stream().anyMatch(argv -> argv.getFirst().equals("rm"));
            ran += rm ? 1 : 0;
            assertThat(!rm || RuleWorld.denies("rm *", line)).as(line).isTrue();
        }
        assertThat(ran).isGreaterThan(RUN_IN_EACH_SHELL / 10);
    }

    /** No line at all of hostile pieces is allowed unless it reads as one simple command. */
    @Test
    void an_allowed_line_has_no_operator_outside_quotes() {
        Random random = new Random(20260303);
        ApprovalRules rules = RuleWorld.rules(temp, RuleWorld.allowShell("git log *"));
        for (int i = 0; i < 20 * RUN_IN_EACH_SHELL * 10; i++) {
            String line = "git log" + fragments(random, HARMLESS, HOSTILE);
            if (RuleWorld.run(rules, line) instanceof Ruling.Allowed) {
                String bare = line.replaceAll("'[^']*'|\"[^\"$`\\\\]*\"", "q");
                assertThat(bare).as(line).matches("[ A-Za-z0-9_./:=+,@%^~-]*");
            }
        }
    }

    private static String fragments(Random random, List<String> one, List<String> other) {
        StringBuilder line = new StringBuilder();
        for (int i = random.nextInt(7); i >= 0; i--) {
            List<String> from = random.nextInt(3) == 0 ? other : one;
            line.append(random.nextInt(3) == 0 ? " " : "").append(from.get(random.nextInt(from.size())));
        }
        return line.toString();
    }

    /** The argv of each program that the line ran. */
    private List<List<String>> run(String shell, String line) throws Exception {
        Path home = Files.createTempDirectory(temp, "home");
        Path record = home.resolve("record"); // a line may leave something running that writes later
        ProcessBuilder builder = new ProcessBuilder(shell, "-c", line).directory(home.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", programs.toString());
        builder.environment().put("HOME", home.toString());
        builder.environment().put("RECORD", record.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Process process = builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .start();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return Files.exists(record) ? recorded(record) : List.of();
    }

    private List<List<String>> recorded(Path record) throws IOException {
        List<List<String>> runs = new ArrayList<>();
        String text = Files.readString(record, StandardCharsets.ISO_8859_1);
        int written = text.lastIndexOf("\u001e\0"); // one in the background may be in the middle of its own
        if (written < 0) {
            return runs;
        }
        for (String run : text.substring(0, written).split("\u001e\0", 0)) {
            List<String> argv = new ArrayList<>(Arrays.asList(run.split("\0", -1)));
            argv.removeLast();
            runs.add(argv);
        }
        return runs;
    }
}
