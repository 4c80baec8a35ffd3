package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.engine.bundle.RuleFile;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BundleRulesTest {

    @TempDir
    Path temp;

    private final EngineStage stage = new EngineStage();
    private final List<String> shown = new ArrayList<>();
    private Path file;

    @BeforeEach
    void ask_about_everything() {
        file = temp.resolve("rules");
        stage.builder.display(message -> shown.add(message.text()));
        stage.module(
                "asker",
                SectionValues.NONE,
                it -> it.hooks().register("tool:pre", 0, "asker", (event, data) -> HookResult.ask("May it?")));
        uses(RuleFile.at(file));
    }

    private void uses(RuleFile... files) {
        stage.session(SectionValues.NONE.with(SessionKeys.RULES, List.of(files)));
    }

    private static ApprovalRule allow(String id, String line) {
        return ApprovalRule.allow(id, "asker", "Bash", InputPattern.shell("command", line));
    }

    private void keep(Path where, ApprovalRule... rules) {
        ApprovalRules kept = new ApprovalRules(RuleStore.inFile(where), temp);
        List.of(rules).forEach(kept::add);
    }

    private static boolean permits(EngineSession session, String command) {
        return session.coordinator().permitTool("Bash", Map.of("command", command)) instanceof ToolGate.Permitted;
    }

    @Test
    void answer_the_questions_of_hooks() {
        keep(file, allow("history", "git log *"));

        try (EngineSession session = stage.begin()) {
            assertThat(permits(session, "git log -1")).isTrue();
            assertThat(permits(session, "git push")).isFalse();
        }
        assertThat(shown).noneMatch(text -> text.contains("rule file"));
    }

    @Test
    void that_change_count_from_the_next_question_on() {
        keep(file, allow("history", "git log *"));

        try (EngineSession session = stage.begin()) {
            keep(file, ApprovalRule.deny("no", "*", "Bash", InputPattern.shell("command", "git log *")));
            assertThat(permits(session, "git log -1")).isFalse();
        }
    }

    @Test
    void that_deny_beat_what_others_allow() {
        keep(file, ApprovalRule.deny("no", "*", "Bash", InputPattern.shell("command", "git push *")));
        stage.builder.rules(request -> new Ruling.Allowed("everything"));
        stage.builder.approvals(ApprovalSystem.answering("Allow"));

        try (EngineSession session = stage.begin()) {
            assertThat(permits(session, "git push origin")).isFalse();
            assertThat(permits(session, "git log")).isTrue();
        }
    }

    @Test
    void of_a_project_hold_as_they_were_trusted() throws IOException {
        keep(file, allow("history", "git log *"));
        uses(new RuleFile(file, Files.readString(file)));

        try (EngineSession session = stage.begin()) {
            keep(file, allow("more", "git push *"));
            assertThat(permits(session, "git log -1")).isTrue();
            assertThat(permits(session, "git push origin")).isFalse();
        }
    }

    @Test
    void of_a_project_never_count_uses() throws IOException {
        keep(file, allow("once", "git log *").uses(1));
        String content = Files.readString(file);
        uses(new RuleFile(file, content));

        try (EngineSession session = stage.begin()) {
            assertThat(permits(session, "git log -1")).isFalse();
        }
        assertThat(file).hasContent(content);
    }

    @Test
    void that_are_not_there_are_missed() {
        try (EngineSession session = stage.begin()) {
            assertThat(permits(session, "git log")).isFalse();
        }
        assertThat(shown).contains("There is no rule file " + file + ", so it answers no question");
    }

    @Test
    void that_cannot_be_read_keep_a_session_from_beginning() throws IOException {
        Files.writeString(file, "carabiner-rules 1\nallow everything\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

        assertThatThrownBy(stage::begin)
                .isInstanceOf(SessionException.class)
                .hasMessageContaining("The approval rules cannot be used: " + file);
        assertThat(stage.events()).isEmpty();
    }

    @Test
    void that_others_can_write_are_not_believed() throws IOException {
        keep(file, allow("history", "git log *"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThatThrownBy(stage::begin).hasMessageContaining("can be written by others");
    }

    @Test
    void are_closed_to_tools() {
        assertThat(stage.engine().closedFiles()).containsExactly(file);
    }
}
