package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LockdownTest {

    @TempDir
    Path home;

    private final EngineStage stage = new EngineStage();
    private Lockdown lockdown;

    @BeforeEach
    void make_a_switch() {
        lockdown = Lockdown.at(home);
        stage.builder.lockdown(lockdown);
    }

    private static ToolGate call(EngineSession session) {
        return session.coordinator().permitTool("Bash", Map.of("command", "ls"));
    }

    @Nested
    class The_switch {

        @Test
        void is_off_until_it_is_turned_on_and_again_when_it_is_lifted() {
            assertThat(lockdown.isOn()).isFalse();
            assertThat(lockdown.since()).isNull();
            lockdown.turnOn();
            lockdown.turnOn();
            assertThat(Lockdown.at(home).isOn()).isTrue();
            assertThat(lockdown.since()).isNotNull();
            lockdown.lift();
            lockdown.lift();
            assertThat(lockdown.isOn()).isFalse();
        }

        @Test
        void is_seen_at_once_where_its_directory_was_at_rest_before() throws IOException {
            Path directory = Files.createDirectories(home.resolve(".carabiner"));
            Files.setLastModifiedTime(directory, FileTime.from(Instant.now().minusSeconds(60)));
            assertThat(lockdown.isOn()).isFalse();
            assertThat(lockdown.isOn()).isFalse();

            lockdown.turnOn();
            assertThat(lockdown.isOn()).isTrue();

            lockdown.lift();
            assertThat(lockdown.isOn()).isFalse();
            for (int i = 0; i < 50; i++) { // the directory is not at rest now
                Files.createFile(directory.resolve("lockdown"));
                assertThat(lockdown.isOn()).isTrue();
                Files.delete(directory.resolve("lockdown"));
                assertThat(lockdown.isOn()).isFalse();
            }
        }

        @Test
        void belongs_to_its_owner_alone() throws IOException {
            lockdown.turnOn();

            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(home.resolve(".carabiner/lockdown"))))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(".carabiner"))))
                    .isEqualTo("rwx------");
        }

        @Test
        void is_on_whatever_stands_in_its_place() throws IOException {
            Files.createDirectories(home.resolve(".carabiner"));
            Files.createSymbolicLink(home.resolve(".carabiner/lockdown"), Path.of("nowhere"));

            assertThat(lockdown.isOn()).isTrue();
        }
    }

    @Nested
    class While_it_is_on {

        @Test
        void an_engine_that_is_running_permits_nothing_and_asks_no_hook() {
            AtomicInteger asked = new AtomicInteger();
            stage.module(
                    "guard",
                    SectionValues.NONE,
                    it -> it.hooks().on("tool:pre", (event, data) -> {
                        asked.incrementAndGet();
                        return null;
                    }));
            try (EngineSession session = stage.begin()) {
                assertThat(call(session)).isInstanceOf(ToolGate.Permitted.class);
                lockdown.turnOn();
                assertThat(call(session))
                        .isInstanceOfSatisfying(
                                ToolGate.Refused.class,
                                refused -> assertThat(refused.reason()).isEqualTo(Lockdown.REASON));
                lockdown.lift();
                assertThat(call(session)).isInstanceOf(ToolGate.Permitted.class);
            }
            assertThat(asked).hasValue(2);
        }

        @Test
        void the_answer_to_an_earlier_question_permits_nothing() {
            stage.module(
                    "guard",
                    SectionValues.NONE,
                    it -> it.hooks().on("tool:pre", (event, data) -> HookResult.ask("May it?")));
            stage.builder.approvals(request -> {
                lockdown.turnOn();
                return "Allow";
            });
            try (EngineSession session = stage.begin()) {
                assertThat(call(session))
                        .isInstanceOfSatisfying(
                                ToolGate.Refused.class,
                                refused -> assertThat(refused.reason()).contains(Lockdown.REASON));
            }
        }
    }
}
