package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.context.ToolCall;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.BundleText;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import dev.carabiner.testkit.EventRecorder;
import dev.carabiner.testkit.Processes;
import dev.carabiner.testkit.RecordingAuditLog;
import dev.carabiner.testkit.RecordingDisplay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanariesTest {

    /** Denies commands with a word, and can be broken while it is mounted. */
    private static final class WordGuard implements HookModule {

        private volatile boolean broken;
        private final AtomicInteger asked = new AtomicInteger();
        private final List<EventData> seen = new CopyOnWriteArrayList<>();

        @Override
        public String name() {
            return "word-guard";
        }

        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of("word", ConfigType.TEXT);
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            String word = config.text("word", "rm");
            HookOptions options = HookOptions.forEvent("tool:pre").name(name()).guard();
            return mount.hooks().on(Events.TOOL_PRE, options, (call, data) -> {
                asked.incrementAndGet();
                seen.add(data);
                String command = call.toolInput().text("command");
                if (broken || command == null) {
                    return null;
                }
                return command.contains(word)
                        ? HookResult.deny("no " + word)
                        : command.contains("perhaps") ? HookResult.ask("Perhaps?") : null;
            });
        }
    }

    private final WordGuard guard = new WordGuard();
    private final RecordingDisplay display = new RecordingDisplay();
    private final RecordingAuditLog audit = new RecordingAuditLog();
    private final HookRegistry hooks = new HookRegistry();
    private final EventRecorder events = EventRecorder.first(hooks);

    @TempDir
    private Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private EngineSession begin(String hook) throws IOException {
        return begin(file("bundle.yaml", "bundle: {name: test}\nhooks:\n" + hook));
    }

    private EngineSession begin(Path bundle) {
        return session(bundle).begin();
    }

    private EngineSessionBuilder session(Path bundle) {
        return Engine.builder()
                .catalog(ModuleCatalog.of(List.of(guard)))
                .display(display)
                .load(bundle)
                .session("s-1", directory)
                .hooks(hooks)
                .audit(audit);
    }

    private static ToolAnswer run(EngineSession session, String command) {
        return session.coordinator()
                .call(new ToolCall("1", "Bash", EventData.of("command", command)), input -> ToolResult.of("ran"));
    }

    private static final String WORKING = """
          - module: word-guard
            canaries: {deny: ["rm -rf /"], ask: [perhaps not]}
        """;

    @Nested
    class A_guard_that_works {

        @Test
        void is_asked_at_the_start_and_nothing_comes_of_it_but_one_event_on_the_record() throws IOException {
            try (EngineSession session = begin(WORKING)) {
                assertThat(guard.asked).hasValue(2);
                assertThat(events.events()).containsExactly("session:start", "canary:checked");
                assertThat(events.only("canary:checked").get("guards").toString())
                        .contains("hook_name=word-guard", "works=true", "canary=Bash: rm -rf /", "action=deny")
                        .contains("canary=Bash: perhaps not", "demand=ask", "action=ask_user");
                assertThat(audit.records(AuditRecord.PermitMinted.class)).isEmpty();
                assertThat(audit.records(AuditRecord.ApprovalRequested.class)).isEmpty();
                assertThat(display.messages()).isEmpty();
                assertThat(run(session, "ls").text()).isEqualTo("ran");
            }
        }

        @Test
        void is_asked_again_when_its_session_is_taken_up_unless_the_record_shows_it() throws IOException {
            Path bundle = file("bundle.yaml", "bundle: {name: test}\nhooks:\n" + WORKING);
            begin(bundle).leave();
            EngineSession proven = session(bundle).mount();
            proven.takeUp(true);
            proven.leave();
            assertThat(events.events()).containsExactly("session:start", "canary:checked");

            EngineSession unproven = session(bundle).mount();
            unproven.takeUp(false);
            unproven.leave();
            assertThat(events.events()).containsExactly("session:start", "canary:checked", "canary:checked");
        }

        @Test
        void cannot_tell_one_from_a_call_which_only_the_record_can() throws IOException {
            try (EngineSession session = begin(WORKING)) {
                EventData probe = guard.seen.getFirst();
                String mark = probe.text("tool_call_id");
                run(session, "ls");
                EventData call = guard.seen.getLast();

                assertThat(probe.asMap()).containsOnlyKeys(call.asMap().keySet());
                assertThat(probe.toString()).doesNotContainIgnoringCase("canary");
                assertThat(events.only("canary:checked").get("guards").toString())
                        .contains("tool_call_id=" + mark);
                assertThat(guard.seen).extracting(it -> it.text("tool_call_id")).doesNotHaveDuplicates();
                assertThat(audit.records(AuditRecord.PermitMinted.class))
                        .extracting(AuditRecord.PermitMinted::toolCallId)
                        .doesNotContain(mark);
            }
        }

        @Test
        void leaves_nothing_registered_when_the_session_has_ended() throws IOException {
            begin(WORKING).close();
            events.close();

            assertThat(hooks.listHandlers()).isEmpty();
        }
    }

    @Nested
    class A_guard_that_lets_one_pass {

        @Test
        void is_announced_and_audited_and_its_events_are_denied() throws IOException {
            guard.broken = true;
            try (EngineSession session = begin(WORKING)) {
                String problem = "The guard word-guard lets a canary pass that it must deny: Bash: rm -rf / ("
                        + directory.resolve("bundle.yaml").toRealPath() + ":4); its events are denied until it works";
                assertThat(display.texts()).hasSize(2).contains(problem);
                assertThat(events.all("policy:violation")).hasSize(2).anySatisfy(data -> {
                    assertThat(data.text("reason")).isEqualTo(problem);
                    assertThat(data.text("policy")).isEqualTo("canary");
                    assertThat(data.text("hook_name")).isEqualTo("word-guard");
                });
                assertThat(run(session, "ls").text()).isEqualTo("Denied by hook: " + problem);
                assertThat(audit.records(AuditRecord.PermitMinted.class)).isEmpty();
            }
        }

        @Test
        void may_break_later_and_work_again() throws Exception {
            String often = "session: {canary_interval: 1s}\n";
            Path bundle = file("bundle.yaml", "bundle: {name: test}\n" + often + "hooks:\n" + WORKING);
            try (EngineSession session = begin(bundle)) {
                assertThat(run(session, "ls").text()).isEqualTo("ran");
                guard.broken = true;
                events.await("policy:violation", Duration.ofSeconds(20));
                assertThat(run(session, "ls").text()).contains("its events are denied until it works");
                guard.broken = false;
                Processes.await(() -> display.texts().contains("word-guard stops its canaries again"));
                assertThat(run(session, "ls").text()).isEqualTo("ran");
                assertThat(events.all("policy:violation")).as("told once each").hasSize(2);
            }
        }

        @Test
        void because_it_failed_and_its_failure_means_nothing_is_found() throws IOException {
            String probe = """
                  - module: word-guard
                    on_failure: continue
                    canaries: {deny: [{event: "tool:pre", data: {tool_name: 7}}]}
                """;
            try (EngineSession session = begin(probe)) {
                assertThat(run(session, "ls").text()).contains("lets a canary pass");
            }
            display.texts().forEach(text -> assertThat(text).contains("tool:pre {tool_name=7}"));
        }
    }

    @Nested
    class An_overlay {

        @Test
        void that_changes_the_settings_is_told_what_passes_now_and_denies_nothing() throws IOException {
            file("base.yaml", "bundle: {name: base}\nhooks:\n" + WORKING);
            Path bundle = file("bundle.yaml", """
                bundle: {name: test}
                includes: [base.yaml]
                hooks:
                  - module: word-guard
                    config: {word: sudo}
                """);
            try (EngineSession session = begin(bundle)) {
                assertThat(display.texts())
                        .singleElement()
                        .asString()
                        .contains("must deny: Bash: rm -rf /", "base.yaml:4")
                        .contains("its settings at", "bundle.yaml:4 say so: give it canaries of its own there");
                assertThat(events.all("policy:violation")).hasSize(1);
                assertThat(run(session, "ls").text()).isEqualTo("ran");
            }
        }

        @Test
        void can_bring_canaries_of_its_own() throws IOException {
            file("base.yaml", "bundle: {name: base}\nhooks:\n" + WORKING);
            Path bundle = file("bundle.yaml", """
                bundle: {name: test}
                includes: [base.yaml]
                hooks:
                  - module: word-guard
                    config: {word: sudo}
                    canaries: {deny: [sudo ls]}
                """);
            try (EngineSession session = begin(bundle)) {
                assertThat(display.messages()).isEmpty();
                assertThat(guard.asked).hasValue(1);
            }
        }
    }

    @Nested
    class In_a_bundle {

        private final BundleLoader loader = new BundleLoader(ModuleCatalog.of(List.of(guard)));

        @Test
        void are_printed_so_that_they_load_again() throws IOException {
            Bundle bundle = loader.load(file("bundle.yaml", """
                bundle: {name: test}
                hooks:
                  - module: word-guard
                    canaries:
                      deny: ["rm -rf /", {tool: Write, input: {file_path: x}}]
                      ask: [{event: prompt:submit, data: {prompt: hello}}]
                """));
            Bundle again = loader.load(file("again.yaml", BundleText.of(bundle)));

            assertThat(again.hooks().getFirst().canaries().toString())
                    .isEqualTo(bundle.hooks().getFirst().canaries().toString())
                    .isEqualTo("[Bash: rm -rf /, Write: {file_path=x}, prompt:submit {prompt=hello}]");
        }

        @Test
        void are_checked_with_file_and_line() throws IOException {
            Path bundle = file("bundle.yaml", """
                bundle: {name: test}
                hooks:
                  - module: word-guard
                    canaries:
                      deny:
                        - 7
                        - {tol: Write}
                        - {event: "no event"}
                      never: []
                """);

            assertThat(loader.check(bundle).toString())
                    .contains(":6: word-guard.canaries.deny holds a number; expected a shell command")
                    .contains(":7: word-guard.canaries.deny has the unknown key \"tol\"; expected input, tool")
                    .contains(":8: ", "no event")
                    .contains(":9: word-guard.canaries has the unknown key \"never\"; expected ask, deny");
        }

        @Test
        void that_the_settings_cannot_meet_are_a_problem_when_it_is_validated() throws IOException {
            Path bundle = file("bundle.yaml", """
                bundle: {name: test}
                hooks:
                  - {module: word-guard, canaries: {deny: [sudo ls]}}
                """);
            Engine engine =
                    Engine.builder().catalog(ModuleCatalog.of(List.of(guard))).load(bundle);

            assertThat(engine.checkSettings(directory))
                    .singleElement()
                    .asString()
                    .contains(
                            "bundle.yaml:3: The guard word-guard lets a canary pass that it must deny: Bash: sudo ls");
        }
    }
}
