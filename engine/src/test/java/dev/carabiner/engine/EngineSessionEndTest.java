package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.event.EventData;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is told and recorded at the end of a session whose log is a file, and after it. */
@Timeout(60)
class EngineSessionEndTest {

    private static final Logger ALL = Logger.getLogger("dev.carabiner");
    private static final Logger WATCH = Logger.getLogger(AuditWatch.class.getName());

    @TempDir
    Path log;

    private final EngineStage stage = new EngineStage();
    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
    private final Handler recorder = new Handler() {
        @Override
        public void publish(LogRecord line) {
            logged.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        ALL.addHandler(recorder);
        ALL.setUseParentHandlers(false);
        WATCH.setLevel(Level.FINE);
    }

    @AfterEach
    void listenNoMore() {
        WATCH.setLevel(null);
        ALL.setUseParentHandlers(true);
        ALL.removeHandler(recorder);
    }

    private EngineSession begin() {
        return stage.engine()
                .session("s-1", Path.of(""))
                .hooks(stage.hooks)
                .auditDirectory(log)
                .begin();
    }

    private static ToolGate permit(EngineSession session) {
        return session.coordinator().permitTool("Bash", Map.of("command", "ls"));
    }

    private String recorded() throws IOException {
        return Files.readString(log.resolve("segment-000001.jsonl"));
    }

    @Nested
    class After_the_log_was_closed {

        @Test
        void a_call_is_denied_without_a_record_and_that_is_no_failure() throws IOException {
            EngineSession session = begin();
            SessionCoordinator coordinator = session.coordinator();
            ToolGate.Permitted before = (ToolGate.Permitted) permit(session);
            session.close();

            assertThat(permit(session)).isInstanceOf(ToolGate.Refused.class);
            assertThatThrownBy(() -> coordinator.redeem(before.permit(), "Bash"))
                    .hasMessageContaining("The session has ended");
            assertThat(session.auditTrouble()).isNull();
            assertThat(logged).extracting(LogRecord::getLevel).containsExactly(Level.FINE, Level.FINE);
            assertThat(recorded()).doesNotContain("session_end");
            assertThat(LogVerifier.verify(log, null, List.of()).result()).isEqualTo(Verdict.Result.NOT_ANCHORED);
        }

        @Test
        void nothing_else_goes_on_without_a_record_and_the_disk_is_not_blamed() {
            EngineSession session = begin();
            session.close();

            assertThat(session.coordinator().emit("prompt:submit", Map.of()).reason())
                    .contains("The audit log is closed");
            assertThat(session.auditTrouble()).isNull();
        }
    }

    @Test
    void a_call_after_the_end_of_a_child_is_recorded_while_its_parent_goes_on() throws IOException {
        try (EngineSession session = begin()) {
            EngineSession child = session.child("s-2", new InMemoryContextManager());
            child.close();
            assertThat(permit(child)).isInstanceOf(ToolGate.Refused.class);
        }
        assertThat(recorded()).containsOnlyOnce("\"session_end\"");
    }

    @Nested
    class A_host_that_cannot_count {

        private void endIsTold(EngineSession session) {
            session.close();
            assertThat(stage.only("session:end").object("stats")).isEqualTo(EventData.empty());
            assertThat(logged)
                    .singleElement()
                    .satisfies(line -> assertThat(line.getMessage())
                            .startsWith("What session s-1 has done could not be counted: "));
        }

        @Test
        void hears_of_the_end_all_the_same() {
            EngineSession session = begin();
            session.counts(() -> {
                throw new IllegalStateException("no count");
            });
            endIsTold(session);
        }

        @Test
        void may_have_nothing_to_say() {
            EngineSession session = begin();
            session.counts(() -> null);
            endIsTold(session);
        }

        @Test
        void has_to_bring_something_that_would() {
            try (EngineSession session = begin()) {
                assertThatThrownBy(() -> session.counts(null)).isInstanceOf(NullPointerException.class);
            }
        }
    }
}
