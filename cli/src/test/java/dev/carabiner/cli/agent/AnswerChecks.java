package dev.carabiner.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;

/** What an agent takes for a denial or for leave, by what its documentation says. */
final class AnswerChecks {

    private AnswerChecks() {}

    static void isDenied(String agent, Said said) {
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

    static void isAllowed(String agent, Said said) {
        assertThat(said.exitCode()).as(agent + ": " + said).isZero();
        switch (agent) {
            case "cursor" -> assertThat(json(said).get("permission")).isEqualTo("allow");
            case "cline" -> assertThat(json(said).get("cancel")).isEqualTo(false);
            case "opencode" -> assertThat(json(said).get("allow")).isEqualTo(true);
            default -> assertThat(said.output()).doesNotContain("deny", "ask", "block");
        }
    }

    private static EventData json(Said said) {
        assertThat(said.exitCode()).isZero();
        return EventDataJson.read(said.output());
    }
}
