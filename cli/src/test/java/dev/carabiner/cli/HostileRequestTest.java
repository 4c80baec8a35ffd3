package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleOrigin;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request each field of which holds what a terminal obeys and a reader does not see. */
class HostileRequestTest {

    private static final String BAD = "\u001b[2J\u001b]0;owned\u0007\r\u202egpj\u200b\u009b1A\u2066";

    @TempDir
    private Path temporary;

    private Place place;
    private String said;
    private ApprovalRequest request;

    @BeforeEach
    void ask() throws IOException {
        place = Place.in(temporary);
        EventData input = EventData.of("command" + BAD, BAD, "file_path", "a" + BAD);
        EventData data = EventData.of("tool_name", "Bash" + BAD, "tool_input", input);
        Question question = new Question(
                "guard" + BAD,
                "Run this?" + BAD,
                List.of("Allow once", "Allow" + BAD, "Deny"),
                Duration.ofMinutes(5),
                Decision.DENY,
                "a reason" + BAD,
                "a scope" + BAD);
        request = new ApprovalRequest(
                "r-1" + BAD, "s-1" + BAD, "tool:pre", question, data, ApprovalRequest.digestOf(data), Instant.now());
        try (ApprovalDatabase database = database()) {
            database.store().request(request);
            new ApprovalRules(database.rules(), temporary)
                    .add(
                            ApprovalRule.deny("bad", "*", "*", InputPattern.file("path", "/x" + BAD)),
                            new RuleOrigin("ann" + BAD, "r-1" + BAD));
        }
    }

    private ApprovalDatabase database() {
        return ApprovalDatabase.sqlite(place.home().resolve(".carabiner/approvals.db"));
    }

    private int carabiner(String... words) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(all, true, StandardCharsets.UTF_8);
        int code = Main.run(
                new Surroundings(
                        place.home(),
                        place.project(),
                        Map.of(),
                        new ByteArrayInputStream(new byte[0]),
                        out,
                        out,
                        Styles.PLAIN,
                        0,
                        false,
                        false),
                words);
        said = all.toString(StandardCharsets.UTF_8);
        assertThat(said.codePoints().filter(it -> it != '\n' && VisibleText.isDeceptive(it)))
                .as(String.join(" ", words) + ": " + VisibleText.escaped(said))
                .isEmpty();
        return code;
    }

    @Test
    void does_nothing_to_the_terminal_that_lists_and_shows_it() {
        assertThat(carabiner("approvals", "list")).isZero();
        assertThat(said).contains("r-1");
        assertThat(carabiner("approvals", "show", "r-1")).as(said).isZero();
        assertThat(said).contains("Run this?", "\\u202E");
    }

    @Test
    void does_nothing_to_the_terminal_that_answers_it_and_is_told_who_was_first() {
        String digest = request.digest().substring(0, 12);
        assertThat(carabiner("approvals", "allow", "r-1", "--digest", "0123456789ab"))
                .isEqualTo(1);
        assertThat(carabiner("approvals", "allow", "r-1", "--digest", digest, "--as", "ann"))
                .as(said)
                .isZero();
        assertThat(carabiner("approvals", "deny", "r-1")).isEqualTo(1);
        assertThat(said).contains("Too late", "ann");
        assertThat(carabiner("approvals", "list")).isZero();
    }

    @Test
    void does_nothing_to_the_terminal_that_shows_its_rules() {
        assertThat(carabiner("rules", "list")).as(said).isZero();
        assertThat(said).contains("bad");
        assertThat(carabiner("rules", "show", "bad")).as(said).isZero();
        assertThat(carabiner("rules", "end", "bad")).as(said).isZero();
    }
}
