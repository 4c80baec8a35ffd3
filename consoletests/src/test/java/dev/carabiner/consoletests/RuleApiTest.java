package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.consoletests.Desk.Answer;
import dev.carabiner.event.EventData;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules: measured against past calls, added, looked at, ended. */
class RuleApiTest extends OverTheApi {

    private final EventData rule = EventData.of(
            "decision", "allow", "tool", "Bash", "hook", "guard", "kind", "shell", "value", "git log *", "ends", "8h");

    @Test
    void are_measured_added_listed_and_ended() throws Exception {
        ApprovalRequest denied = desk.ask("git log -1");
        decide(denied, Desk.decision(shown(denied), "deny"));
        ApprovalRequest other = desk.ask("make");
        decide(other, Desk.decision(shown(other), "deny"));

        Answer coverage = desk.post(Desk.APPROVER, "/rules/coverage", rule);
        assertThat(coverage.body().get("covers")).isEqualTo(1);
        assertThat(coverage.body().get("past")).isEqualTo(2);
        assertThat(coverage.body().get("contradicted")).isEqualTo(1);
        assertThat(coverage.text("examples")).contains("git log -1", "ann");

        Answer added = desk.post(Desk.APPROVER, "/rules", rule);
        assertThat(added.status()).isEqualTo(201);
        assertThat(desk.get(Desk.VIEWER, "/rules").text("rules")).contains("git log *", "made_by=ann");
        Answer one = desk.get(Desk.VIEWER, "/rules/" + added.text("id"));
        assertThat(one.text("rule")).contains("git log *");
        assertThat(one.body().object("coverage").get("contradicted")).isEqualTo(1);
        assertThat(desk.get(Desk.VIEWER, "/rules/none").status()).isEqualTo(404);
        String end = "/rules/" + added.text("id") + "/end";
        assertThat(desk.post(Desk.APPROVER, end, EventData.empty()).status()).isEqualTo(204);
        assertThat(desk.post(Desk.APPROVER, end, EventData.empty()).status()).isEqualTo(404);
    }

    @Test
    void that_cannot_be_or_are_made_by_the_wrong_ones_are_refused() throws Exception {
        assertThat(desk.post(Desk.APPROVER, "/rules", rule.with("value", "env *"))
                        .status())
                .isEqualTo(422);
        assertThat(desk.post(Desk.APPROVER, "/rules", rule.with("kind", "magic"))
                        .status())
                .isEqualTo(400);
        for (String token : List.of(Desk.VIEWER, Desk.REQUESTER)) {
            assertThat(desk.post(token, "/rules", rule).status()).isEqualTo(403);
            assertThat(desk.post(token, "/rules/coverage", rule).status()).isEqualTo(403);
            assertThat(desk.post(token, "/rules/x/end", EventData.empty()).status())
                    .isEqualTo(403);
        }
    }
}
