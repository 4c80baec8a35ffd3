package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.context.ToolCall;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.PermitException;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolGate;
import dev.carabiner.session.ToolPermit;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
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
        void is_seen_at_once_whatever_time_its_directory_bears() throws IOException {
            Path directory = Files.createDirectories(home.resolve(".carabiner"));
            FileTime before = FileTime.from(Instant.now().minusSeconds(60));
            for (int i = 0; i < 50; i++) {
                Files.setLastModifiedTime(directory, before);
                assertThat(lockdown.isOn()).isFalse();
                lockdown.turnOn();
                Files.setLastModifiedTime(
                        directory, before); // as a copy that keeps times does, or a clock that is set back
                assertThat(lockdown.isOn()).isTrue();
                lockdown.lift();
            }
        }

        @Test
        void is_seen_at_once_where_its_directory_is_made_or_put_in_the_place_of_another() throws IOException {
            assertThat(lockdown.isOn()).isFalse();
            FileTime before = FileTime.from(Instant.now().minusSeconds(60));
            Path locked = Files.createDirectories(home.resolve("locked"));
            Files.createFile(locked.resolve("lockdown"));
            Path open = Files.createDirectories(home.resolve("open"));
            for (Path each : List.of(locked, open)) {
                Files.setLastModifiedTime(each, before);
            }
            Path link = home.resolve(".carabiner");
            for (int i = 0; i < 50; i++) {
                Files.createSymbolicLink(link, open);
                assertThat(lockdown.isOn()).isFalse();
                Files.delete(link);
                assertThat(lockdown.isOn()).isFalse();
                Files.createSymbolicLink(link, locked);
                assertThat(lockdown.isOn()).isTrue();
                Files.delete(link);
            }
            Files.move(open, link);
            assertThat(lockdown.isOn()).isFalse();
            Files.move(link, home.resolve("away"));
            Files.move(locked, link);
            assertThat(lockdown.isOn()).isTrue();
        }

        @Test
        void replaces_a_link_to_nowhere_so_that_it_is_seen_at_once() throws IOException {
            Files.createDirectories(home.resolve(".carabiner"));
            assertThat(lockdown.isOn()).isFalse();
            Path link = Files.createSymbolicLink(home.resolve(".carabiner/lockdown"), Path.of("nowhere"));

            lockdown.turnOn();

            assertThat(lockdown.isOn()).isTrue();
            assertThat(link).isRegularFile();
            assertThat(Files.isSymbolicLink(link)).isFalse();
            assertThat(home.resolve(".carabiner/nowhere")).doesNotExist();
        }

        @Test
        void sees_a_link_to_nowhere_after_a_second_at_the_latest() throws Exception {
            Files.createDirectories(home.resolve(".carabiner"));
            assertThat(lockdown.isOn()).isFalse();
            Path link = Files.createSymbolicLink(home.resolve(".carabiner/lockdown"), Path.of("nowhere"));

            Thread.sleep(1_100);

            assertThat(lockdown.isOn()).isTrue();
            assertThat(lockdown.isOn()).isTrue();
            Files.delete(link);
            assertThat(lockdown.isOn()).isFalse();
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
        void a_permit_from_before_runs_nothing() {
            try (EngineSession session = stage.begin()) {
                SessionCoordinator coordinator = session.coordinator();
                ToolPermit permit = ((ToolGate.Permitted) call(session)).permit();
                lockdown.turnOn();
                assertThatThrownBy(() -> coordinator.redeem(permit, "Bash"))
                        .isInstanceOf(PermitException.class)
                        .hasMessageContaining(Lockdown.REASON);
            }
        }

        @Test
        void calls_that_wait_for_another_one_s_question_do_not_run() {
            stage.module(
                    "guard",
                    SectionValues.NONE,
                    it -> it.hooks()
                            .on(
                                    "tool:pre",
                                    (event, data) ->
                                            "Ask".equals(data.get("tool_name")) ? HookResult.ask("May it?") : null));
            stage.builder.approvals(request -> {
                lockdown.turnOn();
                return "Allow";
            });
            List<String> ran = new CopyOnWriteArrayList<>();
            try (EngineSession session = stage.begin()) {
                List<ToolCall> calls = List.of(
                        new ToolCall("1", "Bash", EventData.empty()), new ToolCall("2", "Ask", EventData.empty()));
                List<ToolAnswer> answers = session.coordinator().callAll(calls, call -> input -> {
                    ran.add(call.name());
                    return ToolResult.of("");
                });

                assertThat(ran).isEmpty();
                assertThat(answers).allSatisfy(answer -> {
                    assertThat(answer.status()).isEqualTo(ToolAnswer.Status.DENIED);
                    assertThat(answer.text()).contains(Lockdown.REASON);
                });
            }
        }

        @Test
        void the_answer_that_another_process_puts_into_the_store_permits_nothing() {
            stage.module(
                    "guard",
                    SectionValues.NONE,
                    it -> it.hooks().on("tool:pre", (event, data) -> HookResult.ask("May it?")));
            ApprovalStore store = ApprovalStore.inMemory();
            stage.builder.approvalStore(store).channels(List.of(pending -> {
                lockdown.turnOn();
                ApprovalRequest shown = pending.request(); // as a console in a process of its own does
                store.decide(shown.id(), shown.digest(), "somebody", "", "Allow", true, "");
                return () -> {};
            }));
            try (EngineSession session = stage.begin()) {
                assertThat(call(session))
                        .isInstanceOfSatisfying(
                                ToolGate.Refused.class,
                                refused -> assertThat(refused.reason()).contains(Lockdown.REASON));
            }
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
