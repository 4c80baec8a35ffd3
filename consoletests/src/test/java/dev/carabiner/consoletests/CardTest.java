package dev.carabiner.consoletests;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.console.ConsoleRole;
import dev.carabiner.console.User;
import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the card tells of a call, and what many of them look like. */
class CardTest extends OnPages {

    @Test
    void tells_who_asks_for_whom_what_changes_and_what_is_known_of_it() throws Exception {
        busyAgent();
        Path file = Files.createDirectories(directory.resolve("deploy")).resolve("values.yaml");
        Files.writeString(file, "a: 1\nlimits:\n  memory: 512Mi\n  cpu: 1\n");
        AgentAtWork deployer = new AgentAtWork(desk, "s-9", "deployer", "s-7", directory);
        agents.add(deployer);
        CompletableFuture<ToolAnswer> waiting = deployer.editing(EventData.of(
                "file_path",
                "deploy/values.yaml",
                "old_string",
                "limits:\n  memory: 512Mi\n  cpu: 1",
                "new_string",
                "limits:\n  memory: 1\u200bGi\n  cpu: 1"));
        Page page = signIn();
        page.locator("#deny").waitFor();

        assertThat(page.locator(".from")).containsText("checkout-memory › sub-agent deployer");
        assertThat(page.locator("#q")).containsText("production-guard asks: Change a protected file?");
        assertThat(page.locator(".facts")).containsText("1 file, +1 −1");
        assertThat(page.locator(".facts")).containsText("inside the working directory");
        assertThat(page.locator(".lines .hunk")).containsText("deploy/values.yaml");
        assertThat(page.locator(".lines .del .n").first()).hasText("3");
        assertThat(page.locator(".lines .del mark")).hasText("512Mi");
        assertThat(page.locator(".lines .add .esc")).hasText("U+200B");
        List<?> heights = (List<?>) page.evaluate("""
                () => [...document.querySelectorAll('.lines > :is(.add, .del)')]
                    .map((it) => Math.round(it.getBoundingClientRect().height))""");
        assertThat(heights)
                .as("heights of the lines of a change")
                .allSatisfy(it -> assertThat((Integer) it).isBetween(15, 30));
        assertThat(page.locator(".note")).containsText("zero width space");
        page.locator(".seg .side").click();
        assertThat(page.locator(".sides .pair")).hasCount(3);
        page.locator(".seg .raw").click();
        assertThat(page.locator(".lines")).containsText("tool_call_id");
        settle(page);
        page.locator("#deny").click();
        assertThat(waiting.get(20, TimeUnit.SECONDS).status()).isEqualTo(ToolAnswer.Status.DENIED);
        assertThat(complaints).isEmpty();
    }

    @Test
    void says_why_no_rule_can_cover_it() throws Exception {
        desk.ask(
                "s-1",
                "Bash",
                EventData.of("command", "make release"),
                "Release?",
                Duration.ofMinutes(5),
                2,
                List.of("ann", "bob"));
        Page page = signIn();
        settle(page);
        page.locator("#rule").click();

        assertThat(page.locator(".verdict")).containsText("No rule can cover this: several persons must allow it");
    }

    @Test
    void many_of_one_kind_are_one_entry_that_can_be_denied_and_not_allowed_together() throws Exception {
        ApprovalRequest first = desk.ask("make 0");
        for (int i = 1; i < 5; i++) {
            desk.ask("make " + i);
        }
        Page page = signIn();
        assertThat(page.locator(".group")).containsText("5 × Bash");
        assertThat(page.locator(".group")).not().containsText("Allow");
        page.locator(".deny-all").click();

        awaitState(first, State.DENIED);
        assertThat(page.locator(".queue .item")).hasCount(0);
    }

    @Test
    void a_viewer_looks_and_cannot_answer() throws Exception {
        desk.ask("ls");
        Page page = signIn(new User("vic", ConsoleRole.VIEWER), 1280, ColorScheme.LIGHT);

        assertThat(page.locator(".answers")).containsText("You may look, not answer");
        assertThat(page.locator("#deny, #allow")).hasCount(0);
    }

    @Test
    void tells_of_a_flood_with_the_session_that_it_comes_from() throws Exception {
        busyAgent();
        for (int i = 0; i < 19; i++) {
            ask("make " + i);
        }
        Page page = signIn();
        page.locator("#deny").waitFor();
        assertThat(page.locator(".status.bad")).hasCount(0);
        ApprovalRequest last = ask("make 19");

        assertThat(page.locator(".status.bad")).containsText("20 questions within a minute");
        page.locator(".status.bad a").click();
        assertThat(page).hasURL(desk.address() + "/sessions/s-7");
        assertThat(state(last)).isEqualTo(State.PENDING);
    }

    private ApprovalRequest ask(String command) {
        return desk.ask(
                "s-7", "Bash", EventData.of("command", command), "Run this?", Duration.ofMinutes(5), 1, List.of());
    }
}
