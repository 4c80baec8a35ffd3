package dev.carabiner.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.bridge.dialect.AgentEvent;
import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.bridge.dialect.PayloadReader;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.runtime.store.SessionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions of agents: begun once, ended once, and none waits for another's. */
@Timeout(120)
class AgentSessionsTest {

    private static final GuardedAgent CLAUDE = GuardedAgent.named("claude");

    @TempDir
    private Path temporary;

    private AgentEngines engines(GuardStage stage, Function<Path, BundleFiles> bundles) {
        return new AgentEngines(stage.here, bundles, temporary.resolve("approvals.db"));
    }

    private AgentSessions sessions(GuardStage stage, AgentEngines engines) {
        return new AgentSessions(SessionStore.at(stage.here.ownDirectory().resolve("sessions")), engines, true);
    }

    private static AgentEvent event(String session) {
        return PayloadReader.read(
                CLAUDE.dialect(), EventDataJson.read(GuardStage.payload("claude", session, "ls")), "");
    }

    private static AgentEvent end(String session) {
        String payload = "{\"session_id\":\"" + session + "\",\"hook_event_name\":\"SessionEnd\",\"reason\":\"other\"}";
        return PayloadReader.read(CLAUDE.dialect(), EventDataJson.read(payload), "");
    }

    /** What the record of the session {@code s} says of its beginnings and ends, in order. */
    private static List<String> told(GuardStage stage) throws IOException {
        Path audit = stage.here.ownDirectory().resolve("sessions/claude-s/audit");
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(audit)) {
            for (Path file : files.filter(it -> it.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList()) {
                all.append(Files.readString(file));
            }
        }
        return Pattern.compile("\"event\":\"(session:[a-z]+)\",\"action\"")
                .matcher(all)
                .results()
                .map(it -> it.group(1))
                .toList();
    }

    private Path bundle(String directory, String more) throws IOException {
        Path file = Files.createDirectories(temporary.resolve(directory)).resolve("bundle.yaml");
        return Files.writeString(file, "bundle: {name: small, version: 1.0.0}\nincludes: [default]\n" + more);
    }

    @Nested
    class One_session {

        @Test
        void is_begun_once_however_many_of_its_events_come_at_once() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            try (AgentEngines engines = engines(stage, directory -> BundleFiles.builtIn("default"));
                    AgentSessions sessions = sessions(stage, engines);
                    ExecutorService agents = Executors.newFixedThreadPool(16)) {
                List<Future<AgentSessions.Open>> all = new ArrayList<>();
                for (int i = 0; i < 64; i++) {
                    all.add(agents.submit(() -> sessions.of(CLAUDE, event("same"), temporary)));
                }
                Set<AgentSessions.Open> found = new HashSet<>();
                for (Future<AgentSessions.Open> each : all) {
                    found.add(each.get());
                }
                assertThat(found).hasSize(1);
                assertThat(sessions.count()).isEqualTo(1);
            }
        }

        @Test
        void does_not_wait_for_the_beginning_of_another_one() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch reached = new CountDownLatch(1);
            Path slow = Files.createDirectories(temporary.resolve("slow"));
            Function<Path, BundleFiles> bundles = directory -> {
                if (directory.equals(slow)) {
                    reached.countDown();
                    waitFor(held);
                }
                return BundleFiles.builtIn("default");
            };
            try (AgentEngines engines = engines(stage, bundles);
                    AgentSessions sessions = sessions(stage, engines);
                    ExecutorService agents = Executors.newFixedThreadPool(2)) {
                Future<AgentSessions.Open> first = agents.submit(() -> sessions.of(CLAUDE, event("slow"), slow));
                waitFor(reached);
                for (int i = 0; i < 70; i++) { // more than there are locks
                    sessions.of(CLAUDE, event("quick-" + i % 3), temporary);
                }
                assertThat(first.isDone()).isFalse();
                held.countDown();
                assertThat(first.get(60, TimeUnit.SECONDS)).isNotNull();
                assertThat(sessions.count()).isEqualTo(4);
            }
        }

        @Test
        void that_has_rested_is_taken_up_again_with_its_log() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            try (AgentEngines engines = engines(stage, directory -> BundleFiles.builtIn("default"));
                    AgentSessions sessions = sessions(stage, engines)) {
                AgentSessions.Open before = sessions.of(CLAUDE, event("s"), temporary);
                sessions.rest(Duration.ofHours(1));
                assertThat(sessions.count()).isEqualTo(1);
                sessions.rest(Duration.ofMinutes(-1));
                assertThat(sessions.count()).isZero();

                AgentSessions.Open after = sessions.of(CLAUDE, event("s"), temporary);
                assertThat(after).isNotSameAs(before);
                assertThat(after.session().session().id())
                        .isEqualTo(before.session().session().id());
            }
        }

        @Test
        void that_has_ended_goes_on_as_resumed_and_ends_once_more_only_then() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            try (AgentEngines engines = engines(stage, directory -> BundleFiles.builtIn("default"));
                    AgentSessions sessions = sessions(stage, engines)) {
                sessions.of(CLAUDE, event("s"), temporary);
                sessions.rest(Duration.ofMinutes(-1));
                sessions.end(sessions.of(CLAUDE, end("s"), temporary), "complete");
                assertThat(told(stage)).containsExactly("session:start", "session:end");

                sessions.of(CLAUDE, event("s"), temporary);
                sessions.rest(Duration.ofMinutes(-1));
                assertThat(told(stage))
                        .containsExactly("session:start", "session:end", "session:resume", "session:end");
            }
        }

        @Test
        void that_could_not_be_taken_up_can_be_when_the_reason_is_gone() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            try (AgentEngines engines = engines(stage, directory -> BundleFiles.builtIn("default"));
                    AgentSessions service = sessions(stage, engines)) {
                AgentSessions one = A_start_for_one_event.forOne(stage, engines);
                one.of(CLAUDE, event("s"), temporary);
                one.leave();
                Path proof = stage.here.ownDirectory().resolve("sessions/claude-s/canaries");
                Files.delete(proof);
                Path inTheWay = Files.createDirectories(proof.resolve("full"));
                assertThatThrownBy(() -> service.of(CLAUDE, event("s"), temporary))
                        .isInstanceOf(UncheckedIOException.class);

                Files.delete(inTheWay);
                Files.delete(proof);
                assertThat(service.of(CLAUDE, event("s"), temporary)).isNotNull();
            }
        }

        @Test
        void ends_and_begins_anew_when_its_policy_has_changed() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            Path file = bundle("policy", "");
            try (AgentEngines engines = engines(stage, directory -> BundleFiles.read(file));
                    AgentSessions sessions = sessions(stage, engines)) {
                AgentSessions.Open before = sessions.of(CLAUDE, event("s"), temporary);
                assertThat(sessions.of(CLAUDE, event("s"), temporary)).isSameAs(before);
                bundle("policy", "session: {max_rounds: 7}\n");
                assertThat(sessions.of(CLAUDE, event("s"), temporary)).isNotSameAs(before);
                assertThat(sessions.count()).isEqualTo(1);
            }
        }
    }

    @Nested
    class A_start_for_one_event {

        static AgentSessions forOne(GuardStage stage, AgentEngines engines) {
            return new AgentSessions(SessionStore.at(stage.here.ownDirectory().resolve("sessions")), engines, false);
        }

        private String record(GuardStage stage) throws IOException {
            return Files.readString(stage.here.ownDirectory().resolve("sessions/claude-s/audit/segment-000001.jsonl"));
        }

        private int count(String event, GuardStage stage) throws IOException {
            return record(stage).split("\"event\":\"" + event + "\",\"action\"", -1).length - 1;
        }

        @Test
        void leaves_its_session_to_the_next_which_begins_nothing_anew() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            for (int i = 0; i < 3; i++) {
                try (AgentEngines engines = engines(stage, directory -> BundleFiles.builtIn("default"))) {
                    AgentSessions sessions = forOne(stage, engines);
                    AgentSessions.Open open = sessions.of(CLAUDE, event("s"), temporary);
                    open.session().answer(event("s"), Instant.now().plusSeconds(20));
                    sessions.leave();
                }
            }
            assertThat(count("session:start", stage)).isEqualTo(1);
            assertThat(count("canary:checked", stage)).isEqualTo(1);
            assertThat(count("tool:pre", stage)).isEqualTo(3);
            assertThat(count("session:end", stage)).isZero();
        }

        private Said once(GuardStage stage, Path bundle) {
            try (AgentEngines engines = engines(stage, directory -> BundleFiles.read(bundle))) {
                AgentSessions sessions = forOne(stage, engines);
                try {
                    AgentSessions.Open open = sessions.of(CLAUDE, event("s"), temporary);
                    return open.session().answer(event("s"), Instant.now().plusSeconds(20));
                } finally {
                    sessions.leave();
                }
            }
        }

        @Test
        void denies_as_the_one_before_did_whose_guard_let_a_canary_pass() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            Path broken = bundle("broken", "hooks:\n  - module: shell-guard\n    canaries: {deny: [ls -la]}\n");
            for (int i = 1; i <= 3; i++) {
                assertThat(once(stage, broken).toString()).contains("lets a canary pass");
                assertThat(count("canary:checked", stage)).isEqualTo(i);
            }
            assertThat(count("session:start", stage)).isEqualTo(1);
        }

        @Test
        void tells_the_record_of_another_policy_and_tries_its_guards() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            once(stage, bundle("policy", ""));
            once(stage, bundle("policy", "session: {max_rounds: 7}\n"));
            once(stage, temporary.resolve("policy/bundle.yaml"));
            assertThat(told(stage)).containsExactly("session:start", "session:resume");
            assertThat(count("canary:checked", stage)).isEqualTo(2);
        }

        @Test
        void tries_the_guards_again_when_that_was_long_ago() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            Path file = bundle("policy", "");
            once(stage, file);
            Files.setLastModifiedTime(
                    stage.here.ownDirectory().resolve("sessions/claude-s/canaries"),
                    FileTime.from(Instant.now().minusSeconds(301)));
            once(stage, file);
            once(stage, file);
            assertThat(count("canary:checked", stage)).isEqualTo(2);
        }

        @Test
        void whose_session_nobody_goes_on_with_is_ended_by_a_service() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            SessionStore store = SessionStore.at(stage.here.ownDirectory().resolve("sessions"));
            try (AgentEngines engines = engines(stage, directory -> BundleFiles.builtIn("default"));
                    AgentSessions service = sessions(stage, engines)) {
                AgentSessions one = forOne(stage, engines);
                one.of(CLAUDE, event("s"), temporary);
                one.leave();
                assertThat(store.metadata("claude-s").status()).isEqualTo(SessionStatus.RUNNING);

                service.endLeft(Duration.ofHours(1));
                assertThat(count("session:end", stage)).isZero();
                service.endLeft(Duration.ofMinutes(-1));
                assertThat(count("session:end", stage)).isEqualTo(1);
                assertThat(store.metadata("claude-s").status()).isEqualTo(SessionStatus.COMPLETE);
            }
        }

        @Test
        void waits_for_another_that_has_its_session() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            try (AgentEngines engines = engines(stage, directory -> BundleFiles.builtIn("default"));
                    ExecutorService other = Executors.newSingleThreadExecutor()) {
                AgentSessions first = forOne(stage, engines);
                first.of(CLAUDE, event("s"), temporary);
                AgentSessions second = forOne(stage, engines);
                Future<AgentSessions.Open> waiting = other.submit(() -> second.of(CLAUDE, event("s"), temporary));
                Thread.sleep(200);
                assertThat(waiting.isDone()).isFalse();
                first.leave();
                assertThat(waiting.get(20, TimeUnit.SECONDS)).isNotNull();
                second.leave();
            }
        }

        @Test
        void whose_session_was_cut_off_before_its_start_begins_it() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            SessionStore.at(stage.here.ownDirectory().resolve("sessions"))
                    .create(SessionMetadata.begin("claude-s", Instant.now(), temporary, "default"))
                    .close();
            for (int i = 0; i < 2; i++) {
                try (AgentEngines engines = engines(stage, directory -> BundleFiles.builtIn("default"))) {
                    AgentSessions sessions = forOne(stage, engines);
                    sessions.of(CLAUDE, event("s"), temporary);
                    sessions.leave();
                }
                assertThat(count("session:start", stage)).isEqualTo(1);
                assertThat(count("canary:checked", stage)).isEqualTo(1);
            }
        }
    }

    @Nested
    class Engines {

        @Test
        void are_shared_for_one_place_and_not_for_equal_words_elsewhere() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            Path one = bundle("one", "");
            Path two = bundle("two", "");
            try (AgentEngines engines =
                    engines(stage, directory -> BundleFiles.read(directory.endsWith("one") ? one : two))) {
                AgentEngines.Loaded first = engines.in(Path.of("/one"));
                assertThat(engines.in(Path.of("/one"))).isSameAs(first);
                assertThat(engines.in(Path.of("/two"))).isNotSameAs(first);
            }
        }

        @Test
        void of_a_bundle_that_changes_all_the_time_are_let_go_of() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            Path file = bundle("policy", "");
            try (AgentEngines engines = engines(stage, directory -> BundleFiles.read(file))) {
                for (int i = 1; i <= 40; i++) {
                    bundle("policy", "session: {max_rounds: " + i + "}\n");
                    assertThat(engines.in(temporary)).isNotNull();
                }
            }
        }
    }

    @Nested
    class Commands_of_an_agent {

        @Test
        void run_outside_of_the_sandbox_and_are_judged_so() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            try (HookService service = new HookService(
                    stage.here,
                    directory -> BundleFiles.builtIn("default"),
                    temporary.resolve("approvals.db"),
                    false)) {
                assertThat(asked(service, "./some-program-of-the-project").output())
                        .contains("\"ask\"");
            }
        }

        @Test
        void are_denied_by_a_bundle_that_requires_the_sandbox() throws Exception {
            GuardStage stage = new GuardStage(temporary, "exit 127", 20);
            Path file = bundle("strict", "session: {sandbox: required}\n");
            try (HookService service = new HookService(
                    stage.here, directory -> BundleFiles.read(file), temporary.resolve("approvals.db"), false)) {
                Said said = asked(service, "ls");
                assertThat(said.output() + said.errors()).contains("session.sandbox: required");
                assertThat(said.exitCode()).isEqualTo(2);
            }
        }

        private static Said asked(HookService service, String command) {
            byte[] payload = GuardStage.payload("claude", "s", command).getBytes(StandardCharsets.UTF_8);
            return service.answer(
                    new HookRequest("claude", "", payload, Instant.now().plusSeconds(60)));
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
