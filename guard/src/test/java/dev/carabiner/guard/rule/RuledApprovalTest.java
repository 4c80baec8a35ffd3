package dev.carabiner.guard.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules answer before a human is asked, and every use is on the record. */
class RuledApprovalTest {

    private final HookRegistry hooks = new HookRegistry();
    private final List<ApprovalRequest> asked = new ArrayList<>();
    private final List<AuditRecord> records = new ArrayList<>();
    private ApprovalRules rules;

    @BeforeEach
    void mountRules(@TempDir Path base) {
        rules = new ApprovalRules(RuleStore.inMemory(), base);
        hooks.register(
                "tool:pre",
                0,
                "guard",
                (event, data) -> HookResult.ask("Run it?").options("Allow always", "Deny"));
    }

    private SessionCoordinator session() {
        return SessionCoordinator.builder()
                .hooks(hooks)
                .audit(records::add)
                .rules(rules)
                .approvals(request -> {
                    asked.add(request);
                    return "Allow always";
                })
                .build();
    }

    private List<ApprovalDecided> decisions() {
        return records.stream()
                .filter(ApprovalDecided.class::isInstance)
                .map(ApprovalDecided.class::cast)
                .toList();
    }

    private ToolGate run(SessionCoordinator session, String command) {
        return session.permitTool("Bash", Map.of("command", command));
    }

    @Test
    void an_allow_rule_grants_without_asking_and_its_id_is_recorded() {
        rules.add(ApprovalRule.allow("log", "guard", "Bash", InputPattern.shell("command", "git log *")));

        assertThat(run(session(), "git log --oneline")).isInstanceOf(ToolGate.Permitted.class);

        assertThat(asked).isEmpty();
        assertThat(decisions()).singleElement().satisfies(decided -> {
            assertThat(decided.rule()).isEqualTo("log");
            assertThat(decided.how()).isEqualTo("rule");
        });
    }

    @Test
    void what_a_rule_does_not_surely_cover_is_asked() {
        rules.add(ApprovalRule.allow("log", "guard", "Bash", InputPattern.shell("command", "git log *")));

        run(session(), "git log && rm -rf /");

        assertThat(asked).hasSize(1);
    }

    @Test
    void a_deny_rule_beats_an_allow_rule_and_what_the_session_remembers() {
        var session = session();
        run(session, "rm x");
        rules.add(ApprovalRule.allow("all-rm", "guard", "Bash", InputPattern.shell("command", "rm *")));
        rules.add(ApprovalRule.deny("no-rm", "*", "Bash", InputPattern.shell("command", "rm *")));

        assertThat(run(session, "rm x"))
                .isInstanceOfSatisfying(
                        ToolGate.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo("Denied by rule no-rm"));
    }

    @Test
    void a_rule_with_one_use_grants_once() {
        rules.add(ApprovalRule.allow("once", "guard", "Bash", InputPattern.shell("command", "git fetch"))
                .uses(1));
        var session = session();

        run(session, "git fetch");
        assertThat(asked).isEmpty();
        run(session, "git fetch");
        assertThat(asked).hasSize(1);
    }
}
