package dev.carabiner.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.engine.Lockdown;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** One of each way to say no. */
    private static final List<String> STYLES =
            List.of("claude", "gemini", "copilot", "cursor", "cline", "opencode", "windsurf");

    @TempDir
    private Path temporary;

    /** Whether an agent takes that for a denial of its call, by what its documentation says. */
    private static void isDenied(String agent, Said said) {
        String what = agent + ": " + said;
        switch (agent) {
            case "gemini" -> assertThat(json(said).get("decision")).as(what).isEqualTo("deny");
            case "copilot" ->
                assertThat(json(said).get("permissionDecision")).as(what).isEqualTo("deny");
            case "cursor" -> assertThat(json(said).get("permission")).as(what).isEqualTo("deny");
            case "cline" -> assertThat(json(said).get("cancel")).as(what).isEqualTo(true);
            case "opencode" -> assertThat(json(said).get("allow")).as(what).isEqualTo(false);
            default -> {
                assertThat(said.exitCode()).as(what).isEqualTo(2);
                assertThat(said.errors()).as(what).isNotBlank();
            }
        }
    }

    private static EventData json(Said said) {
        assertThat(said.exitCode()).isZero();
        return EventDataJson.read(said.output());
    }

    private static void isAllowed(String agent, Said said) {
        assertThat(said.exitCode()).as(agent + ": " + said).isZero();
        switch (agent) {
            case "cursor" -> assertThat(json(said).get("permission")).isEqualTo("allow");
            case "cline" -> assertThat(json(said).get("cancel")).isEqualTo(false);
            case "opencode" -> assertThat(json(said).get("allow")).isEqualTo(true);
            default -> assertThat(said.output()).doesNotContain("deny", "ask", "block");
        }
    }

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
                    assertThat(Canary.problem(GuardFile.in(stage.here), agent, stage.here.directory()))
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
                assertThat(Files.readString(metadata)).contains("\"Claude Code\"");
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
                for (String agent : STYLES) {
                    isDenied(agent, stage.asked(agent, "ls"));
                }
            }
        }

        @Test
        void a_launcher_that_is_gone_denies() throws Exception {
            try (GuardStage stage = new GuardStage(temporary, NO_JAVA, 20)) {
                Files.delete(stage.launcher);
                for (String agent : STYLES) {
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

        @ParameterizedTest
        @ValueSource(strings = {"claude", "gemini", "copilot", "cursor", "cline", "opencode", "windsurf"})
        void whose_service_hangs_denies_in_time(String agent) throws Exception {
            try (GuardStage stage = new GuardStage(temporary, "printf '0\\n\\n\\n.'", 1);
                    ServerSocketChannel hung = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                hung.bind(UnixDomainSocketAddress.of(socket(stage)));
                isDenied(agent, stage.asked(agent, "ls"));
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
                isDenied("claude", stage.asked("claude", "ls"));
            }
        }
    }
}
