package dev.carabiner.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.context.Message;
import dev.carabiner.event.EventData;
import dev.carabiner.examples.ImmediateInjection.Model;
import dev.carabiner.examples.ImmediateInjection.ScriptedModel;
import dev.carabiner.examples.host.JavaLinter;
import dev.carabiner.hook.HookResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

class ImmediateInjectionTest {

    /** A session and what the model was sent in it. */
    private static final class Turn {

        private final Rehearsal rehearsal;
        private final List<List<Message>> requests = new ArrayList<>();

        Turn(Path directory) throws Exception {
            rehearsal = new Rehearsal(directory);
        }

        String play(Model model) {
            Model listening = request -> {
                requests.add(request);
                return model.reply(request);
            };
            return ImmediateInjection.turn(rehearsal.session, rehearsal.tools(), listening, "Count names.");
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class WithTheLinter {

        private Path directory;
        private Turn turn;
        private Rehearsal rehearsal;
        private String answer;

        @BeforeAll
        void play_once(@TempDir Path temporary) throws Exception {
            directory = temporary.toRealPath();
            turn = new Turn(directory);
            rehearsal = turn.rehearsal;
            InjectFeedback.mount(rehearsal.hooks, rehearsal.workspace, JavaLinter.ofThisJdk());
            answer = turn.play(new ScriptedModel());
        }

        @Test
        void the_file_is_clean_at_the_end_of_the_same_turn() throws Exception {
            assertThat(answer).isEqualTo("Team.java is written, and the linter has nothing to say.");
            assertThat(JavaLinter.ofThisJdk().problemsIn(directory.resolve("Team.java")))
                    .isEmpty();
            assertThat(events("prompt:submit")).hasSize(1);
            assertThat(events("provider:request")).hasSize(5);
            assertThat(rehearsal.injected()).hasSize(3);
        }

        @Test
        void each_request_holds_the_feedback_on_the_call_before_it() {
            assertThat(turn.requests)
                    .extracting(request -> request.getLast().text())
                    .satisfiesExactly(
                            text -> assertThat(text).isEqualTo("Count names."),
                            text -> assertThat(text).contains("';' expected"),
                            text -> assertThat(text).contains("cannot find symbol"),
                            text -> assertThat(text).contains("[rawtypes]"),
                            text -> assertThat(text).isEqualTo("Edited Team.java"));
        }

        @Test
        void feedback_never_comes_between_a_call_and_its_result() {
            List<Message> messages = rehearsal.session.context().messages();
            for (int i = 0; i < messages.size(); i++) {
                if (!messages.get(i).toolCalls().isEmpty()) {
                    String id = messages.get(i).toolCalls().getFirst().id();
                    assertThat(messages.get(i + 1).toolCallId()).isEqualTo(id);
                }
            }
        }

        @Test
        void every_tool_runs_on_a_permit_of_its_own() {
            List<String> minted = rehearsal.records(PermitMinted.class).stream()
                    .map(PermitMinted::permit)
                    .toList();
            assertThat(minted).hasSize(4).doesNotHaveDuplicates();
            assertThat(rehearsal.records(PermitUsed.class))
                    .extracting(PermitUsed::permit)
                    .isEqualTo(minted);
        }

        private List<Emitted> events(String name) {
            return rehearsal.records(Emitted.class).stream()
                    .filter(emitted -> emitted.event().equals(name))
                    .toList();
        }
    }

    @TempDir
    private Path directory;

    private Turn turn;

    @BeforeEach
    void set_up() throws Exception {
        turn = new Turn(directory);
    }

    @Test
    void without_the_hook_the_model_learns_nothing_and_leaves_the_draft() {
        turn.play(new ScriptedModel());
        assertThat(turn.requests).hasSize(2);
        assertThat(directory.resolve("Team.java")).content().contains("return names.size()\n");
    }

    @Test
    void a_refused_tool_does_not_run_and_the_model_reads_why() {
        turn.rehearsal.hooks.register("tool:pre", (event, data) -> HookResult.deny("not on a Sunday"));
        turn.play(new ScriptedModel());
        assertThat(turn.requests.getLast().getLast().text()).isEqualTo("Denied by hook: not on a Sunday");
        assertThat(directory.resolve("Team.java")).doesNotExist();
    }

    @Test
    void a_refused_prompt_does_not_enter_the_conversation() {
        turn.rehearsal.hooks.register("prompt:submit", (event, data) -> HookResult.deny("too long"));
        assertThat(turn.play(new ScriptedModel())).isEqualTo("too long");
        assertThat(turn.requests).isEmpty();
        assertThat(turn.rehearsal.session.context().messages()).isEmpty();
    }

    @Test
    void a_model_that_never_ends_is_stopped() {
        Model endless = request -> Message.toolCall(
                "call-" + turn.requests.size(), "Write", EventData.of("file_path", "a.txt", "content", "a"));
        assertThat(turn.play(endless)).isEqualTo("Stopped after 10 rounds");
    }

    @Test
    void the_program_tells_the_turn(@TempDir Path stage) throws Exception {
        assertThat(Rehearsal.play(ImmediateInjection::play, stage))
                .contains("linter     Team.java:3: error: ';' expected", "the linter has nothing to say")
                .contains("|     int size(List<String> names) {");
    }
}
