package dev.carabiner.cli.agent;

import static dev.carabiner.cli.agent.AnswerChecks.isAllowed;
import static dev.carabiner.cli.agent.AnswerChecks.isDenied;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.engine.Lockdown;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The very file that {@code carabiner install} writes, run as agents run it. */
@Timeout(120)
class GuardFileTest {

    private static final String NO_JAVA = "echo 'java: not found' >&2; exit 127";

    private static final List<String> AGENTS =
            GuardedAgent.all().stream().map(GuardedAgent::name).toList();

    @TempDir
    private Path temporary;

    @Nested
    class With_a_service {

        @Test
        void a_call_is_allowed_or_denied_as_the_policy_says() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                for (GuardedAgent agent : GuardedAgent.all()) {
                    isAllowed(agent.name(), stage.asked(agent.name(), "ls"));
                    isDenied(agent.name(), stage.asked(agent.name(), "rm -rf /"));
                }
            }
        }

        @Test
        void a_canary_comes_back_as_one() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                for (GuardedAgent agent : GuardedAgent.all()) {
                    assertThat(WiringProbe.problem(GuardFile.in(stage.here), agent, stage.here.directory()))
                            .as(agent.name())
                            .isNull();
                }
            }
        }

        @Test
        void lockdown_denies_everything() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                Lockdown.at(stage.here.home()).turnOn();
                for (GuardedAgent agent : GuardedAgent.all()) {
                    isDenied(agent.name(), stage.asked(agent.name(), "ls"));
                }
            }
        }

        @Test
        void what_is_no_event_is_denied() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                for (GuardedAgent agent : GuardedAgent.all()) {
                    for (String payload : new String[] {"", "nonsense", "{}", "{\"hook_event_name\":\"Nonsense\"}"}) {
                        isDenied(agent.name(), stage.run(agent.name(), payload, "before"));
                    }
                }
            }
        }

        @Test
        void the_session_is_listed_under_the_agents_name() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                stage.asked("claude", "ls");

                Path metadata = stage.here.ownDirectory().resolve("sessions/claude-s-1/metadata.json");
                assertThat(Files.readString(metadata)).contains("\"Claude Code, ");
            }
        }

        @Test
        void a_sessions_directory_that_cannot_be_written_denies() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                Files.writeString(stage.here.ownDirectory().resolve("sessions"), "in the way");
                isDenied("claude", stage.asked("claude", "ls"));
            }
        }
    }

    /** Other agents load it themselves. */
    @Nested
    class A_file_of_claude_code {

        private static String call(String fields, String tool, String input) {
            return "{\"session_id\":\"s-1\",\"cwd\":\"/tmp\",\"hook_event_name\":\"PreToolUse\",\"tool_use_id\":\"t\","
                    + fields + "\"tool_name\":\"" + tool + "\",\"tool_input\":" + input + "}";
        }

        @Test
        void answers_cursor_by_exit_code() throws Exception {
            String cursor = "\"cursor_version\":\"2.0.0\",\"conversation_id\":\"k\",\"workspace_roots\":[\"/tmp\"],";
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                for (String name : List.of("Shell", "Bash")) {
                    Said bad = stage.run("claude", call(cursor, name, "{\"command\":\"rm -rf /\"}"), "before");
                    assertThat(bad.exitCode()).as(name).isEqualTo(2);
                    assertThat(bad.errors()).contains("everything below /");
                    assertThat(stage.run("claude", call(cursor, name, "{\"command\":\"ls\"}"), "before"))
                            .as(name)
                            .isEqualTo(new Said(0, "", "", false));
                }
                assertThat(stage.here.ownDirectory().resolve("sessions/cursor-k"))
                        .exists();
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "run_in_terminal {\"command\":\"rm -rf /\",\"explanation\":\"e\"}",
                    "exec {\"command\":\"rm -rf /\"}",
                    "bash {\"command\":\"rm -rf /\"}",
                    "Execute {\"command\":\"rm -rf /\"}",
                    "launch-process {\"command\":\"rm -rf /\"}",
                    "run_shell_command {\"command\":\"rm -rf /\"}"
                })
        void judges_what_others_call_their_tools(String call) throws Exception {
            String[] parts = call.split(" ", 2);
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                isDenied("claude", stage.run("claude", call("", parts[0], parts[1]), "before"));
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "create_file {\"filePath\":\"/tmp/production/app.yaml\",\"content\":\"x\"}",
                    "save-file {\"path\":\"/tmp/production/app.yaml\",\"file_content\":\"x\"}"
                })
        void sees_the_files_of_their_tools(String call) throws Exception {
            String[] parts = call.split(" ", 2);
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                assertThat(stage.run("claude", call("", parts[0], parts[1]), "before")
                                .output())
                        .contains("\"permissionDecision\":\"ask\"");
            }
        }
    }

    @Nested
    class Without_one {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    NO_JAVA,
                    "echo 'Error: could not create the VM'; exit 1",
                    "exit 0",
                    "printf '0\\n\\n\\n'",
                    "printf '7\\n\\n\\n.'",
                    "kill -9 $$"
                })
        void a_java_that_is_missing_broken_or_silent_denies(String launcher) throws Exception {
            try (GuardStage stage = new GuardStage(temporary, launcher, 20)) {
                for (String agent : AGENTS) {
                    isDenied(agent, stage.asked(agent, "ls"));
                }
            }
        }

        @Test
        void a_launcher_that_is_gone_denies() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20)) {
                Files.delete(stage.launcher);
                for (String agent : AGENTS) {
                    isDenied(agent, stage.asked(agent, "ls"));
                }
            }
        }

        @Test
        void one_that_takes_too_long_denies_in_time() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, "sleep 60", 2)) {
                long begin = System.nanoTime();
                isDenied("claude", stage.asked("claude", "ls"));
                assertThat((System.nanoTime() - begin) / 1_000_000).isLessThan(6_000);
            }
        }

        @Test
        void events_after_a_tool_are_not_held_up() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20)) {
                Said said = stage.run("claude", GuardStage.payload("claude", "s-1", "ls"), "after");
                assertThat(said.exitCode()).isZero();
                assertThat(said.errors()).startsWith("carabiner: ");
            }
        }
    }

    @Nested
    class A_start_that_answers {

        @Test
        void is_followed_by_one_of_the_service_whatever_that_does() throws Exception {
            Path calls = temporary.resolve("calls");
            String starting = "echo \"$1\" >>'" + calls + "'; [ \"$1\" = hook ] || exec sleep 3; printf '0\\n\\n\\n.'";
            try (GuardStage stage = new GuardStage(temporary, starting, 20)) {
                long begin = System.nanoTime();
                isAllowed("claude", stage.asked("claude", "ls"));
                assertThat((System.nanoTime() - begin) / 1_000_000).isLessThan(2_500);
                for (int i = 0; i < 100 && Files.readAllLines(calls).size() < 2; i++) {
                    Thread.sleep(50);
                }
                assertThat(Files.readAllLines(calls)).containsExactly("hook", "hookd");
            }
        }
    }

    @Nested
    class A_socket {

        private Path socket(GuardStage stage) throws Exception {
            Path socket = GuardFile.socket(stage.here);
            Files.createDirectories(socket.getParent());
            return socket;
        }

        @Test
        void that_a_dead_service_has_left_is_passed_by() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, "printf '0\\n\\n\\n.'", 20)) {
                Path socket = socket(stage);
                ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                        .bind(UnixDomainSocketAddress.of(socket))
                        .close();
                assertThat(Files.exists(socket)).isTrue();
                isAllowed("claude", stage.asked("claude", "ls"));
            }
        }

        @Test
        void whose_service_hangs_denies_each_agent_in_time() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, "printf '0\\n\\n\\n.'", 2);
                    ServerSocketChannel hung = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                    ExecutorService agents = Executors.newFixedThreadPool(AGENTS.size())) {
                hung.bind(UnixDomainSocketAddress.of(socket(stage)));
                Map<String, Future<Said>> all = new LinkedHashMap<>();
                AGENTS.forEach(agent -> all.put(agent, agents.submit(() -> stage.asked(agent, "ls"))));
                for (Map.Entry<String, Future<Said>> each : all.entrySet()) {
                    isDenied(each.getKey(), each.getValue().get());
                }
            }
        }

        @Test
        void whose_service_dies_before_it_has_answered_is_left_for_a_start() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, "cat >/dev/null; printf '2\\n\\ncold\\n.'", 20);
                    ServerSocketChannel dying = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                dying.bind(UnixDomainSocketAddress.of(socket(stage)));
                Thread hangingUp = Thread.ofVirtual().start(() -> {
                    try (SocketChannel asked = dying.accept()) {
                        asked.write(ByteBuffer.wrap("HTTP/1.1 200 -\r\n\r\n0\n\n".getBytes(StandardCharsets.UTF_8)));
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                });
                assertThat(stage.asked("claude", "ls").errors()).isEqualTo("cold\n");
                hangingUp.join();
            }
        }

        @Test
        void of_a_service_of_another_version_is_left_for_a_start() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, "printf '2\\n\\ncold\\n.'", 20).serving()) {
                GuardFile.write(stage.here, stage.launcher, "9.9", 20);
                Said said = stage.asked("claude", "ls");
                assertThat(said.errors()).isEqualTo("cold\n");
            }
        }

        @Test
        void of_another_owner_is_not_asked() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                Path socket = GuardFile.socket(stage.here);
                try {
                    Files.setAttribute(socket, "unix:uid", 65534);
                } catch (java.io.IOException e) {
                    org.junit.jupiter.api.Assumptions.abort("only root can give a file away");
                }
                for (String agent : AGENTS) {
                    isDenied(agent, stage.asked(agent, "ls"));
                }
            }
        }
    }

    @Nested
    class An_event {

        /** A service that says how many bytes came, and their digest. */
        private Said measured(HookRequest request) {
            return new Said(2, "", digest(request.payload()), false);
        }

        private static String digest(byte[] bytes) {
            try {
                return bytes.length + " "
                        + HexFormat.of()
                                .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        @Test
        void reaches_the_service_to_the_byte() throws Exception {
            String large = "{\"a\":\"" + "ä\u0000\\".repeat(500_000) + "\"}\n\n\n";
            GuardStage stage = new GuardStage(temporary, NO_JAVA, 20);
            try (HookServer server = HookServer.at(GuardFile.socket(stage.here), GuardStage.VERSION, this::measured)) {
                Thread serving = Thread.ofVirtual().start(() -> serve(server));
                for (String payload : List.of("{}\n\n", "", large)) {
                    assertThat(stage.run("claude", payload, "before").errors())
                            .isEqualTo(digest(payload.getBytes(StandardCharsets.UTF_8)) + "\n");
                }
                server.close();
                serving.join();
            }
        }

        @Test
        void reaches_a_start_to_the_byte() throws Exception {
            String starting = "printf '2\\n\\n%s\\n.' \"$(sha256sum | cut -d' ' -f1)\"";
            try (GuardStage stage = new GuardStage(temporary, starting, 20)) {
                String payload = "{\"a\":\"\\u0000\"}\n\n";
                String digest = digest(payload.getBytes(StandardCharsets.UTF_8)).split(" ", 2)[1];
                assertThat(stage.run("claude", payload, "before").errors()).isEqualTo(digest + "\n");
                ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                        .bind(UnixDomainSocketAddress.of(Files.createDirectories(
                                        GuardFile.socket(stage.here).getParent())
                                .resolve("hookd.sock")))
                        .close();
                assertThat(stage.run("claude", payload, "before").errors()).isEqualTo(digest + "\n");
            }
        }

        @Test
        void whose_answer_cannot_be_written_is_denied() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                Process process = new ProcessBuilder(
                                "sh",
                                "-c",
                                "\"$0\" cursor >/dev/full",
                                GuardFile.in(stage.here).toString())
                        .start();
                process.getOutputStream()
                        .write(GuardStage.payload("cursor", "s-1", "ls").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().close();
                assertThat(process.waitFor()).isEqualTo(2);
            }
        }
    }

    @Nested
    class A_deadline {

        private static final int UNSAID = 30; // what the least patient of those wait that no file can tell

        /** How long the agent waits for an answer before a call, in seconds. */
        private static int patience(GuardedAgent agent) throws Exception {
            String written = AgentRegistration.of(agent, Path.of("/guard"))
                    .settings()
                    .with(Path.of("/f"), null, Path.of("/guard"));
            Matcher said =
                    Pattern.compile("\"?timeout(?:Sec)?\"?\\s*[:=]\\s*([0-9]+)").matcher(written);
            int most = said.results()
                    .mapToInt(it -> Integer.parseInt(it.group(1)))
                    .max()
                    .orElse(UNSAID);
            return most >= 10_000 ? most / 1_000 : most; // some count milliseconds
        }

        @Test
        void is_over_before_each_agent_goes_on_by_itself() throws Exception {
            Map<String, Instant> deadlines = new ConcurrentHashMap<>();
            GuardStage stage = new GuardStage(temporary, NO_JAVA, GuardFile.USUAL_SECONDS);
            try (HookServer server = HookServer.at(GuardFile.socket(stage.here), GuardStage.VERSION, request -> {
                deadlines.put(request.agent(), request.deadline());
                return new Said(2, "", "no", false);
            })) {
                Thread serving = Thread.ofVirtual().start(() -> serve(server));
                for (GuardedAgent agent : GuardedAgent.all()) {
                    Instant begin = Instant.now();
                    stage.asked(agent.name(), "ls");
                    long seconds =
                            Duration.between(begin, deadlines.get(agent.name())).toSeconds();
                    if (!agent.name().equals("opencode")) { // its plug-in waits for as long as it takes
                        assertThat(seconds).as(agent.name()).isBetween(patience(agent) - 11L, patience(agent) - 3L);
                    }
                }
                server.close();
                serving.join();
            }
        }
    }

    private static void serve(HookServer server) {
        try {
            server.serve(Duration.ofMinutes(1));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Nested
    class A_machine {

        private void without(GuardStage stage, String... programs) throws Exception {
            Path file = GuardFile.in(stage.here);
            String text = Files.readString(file);
            for (String program : programs) {
                assertThat(text).contains(program);
                text = text.replace(program, "/none/" + program.substring(program.lastIndexOf('/') + 1));
            }
            Files.writeString(file, text);
        }

        @Test
        void without_perl_asks_with_curl() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                without(stage, "/usr/bin/perl");
                for (String agent : AGENTS) {
                    isAllowed(agent, stage.asked(agent, "ls"));
                    isDenied(agent, stage.asked(agent, "rm -rf /"));
                }
            }
        }

        @Test
        void without_perl_and_curl_is_judged_by_a_start() throws Exception {
            try (GuardStage stage =
                    new GuardStage(temporary, "cat >/dev/null; printf '2\\n\\ncold\\n.'", 20).serving()) {
                without(stage, "/usr/bin/perl", "command -v curl");
                assertThat(stage.asked("claude", "ls").errors()).isEqualTo("cold\n");
            }
        }

        @Test
        void whose_perl_is_broken_denies_each_agent() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20).serving()) {
                for (String broken : List.of("exit 0", "exit 2", "kill -9 $$")) {
                    Path perl = Files.writeString(temporary.resolve("perl"), "#!/bin/sh\n" + broken + "\n");
                    assertThat(perl.toFile().setExecutable(true)).isTrue();
                    GuardFile.write(stage.here, stage.launcher, GuardStage.VERSION, 20);
                    Path file = GuardFile.in(stage.here);
                    Files.writeString(file, Files.readString(file).replace("/usr/bin/perl", perl.toString()));
                    for (String agent : AGENTS) {
                        isDenied(agent, stage.asked(agent, "ls"));
                    }
                }
            }
        }
    }
}
