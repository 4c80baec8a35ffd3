package dev.carabiner.consoletests;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.console.ConsoleRole;
import dev.carabiner.console.User;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The card: what is shown, what answers, and what does not. */
class BrowserTest extends InBrowser {

    @Test
    void an_agent_that_waits_goes_on_when_the_button_is_pressed() throws Exception {
        HookRegistry hooks = new HookRegistry();
        hooks.register(
                "tool:pre",
                0,
                "guard",
                (event, data) -> HookResult.ask("Deploy?").options("Allow once", "Deny"));
        ApprovalChannel elsewhere = pending -> () -> {};
        SessionCoordinator session = SessionCoordinator.builder()
                .sessionId("s-1")
                .hooks(hooks)
                .channels(List.of(elsewhere))
                .approvalStore(desk.database.store())
                .build();
        CompletableFuture<ToolAnswer> agent = CompletableFuture.supplyAsync(() -> session.call(
                new ToolCall("c-1", "Bash", EventData.of("command", "make deploy")),
                input -> ToolResult.of("deployed")));

        Page page = signIn();
        assertThat(page.locator("#t")).containsText("make deploy");
        assertThat(page.url()).doesNotContain("#t=");
        settle(page);
        page.locator("#allow").click();

        assertThat(agent.get(20, TimeUnit.SECONDS).text()).isEqualTo("deployed");
        assertThat(page.locator("#over")).containsText("Allowed by you");
        assertThat(complaints).isEmpty();
    }

    @Test
    void early_clicks_and_stray_keys_do_nothing_and_Enter_on_Deny_denies() throws Exception {
        ApprovalRequest request = desk.ask("ls");
        Page page = signIn();
        page.locator("#allow").click();
        assertThat(page.locator("#lock")).containsText("One moment");
        settle(page);
        for (String key : List.of("y", "x", "Escape", "a")) {
            page.keyboard().press(key);
        }
        assertThat(state(request)).isEqualTo(State.PENDING);
        assertThat(page.locator("#allow")).isFocused();
        page.keyboard().press("d");
        assertThat(page.locator("#deny")).isFocused();
        page.keyboard().press("Enter");

        awaitState(request, State.DENIED);
    }

    @Test
    void what_is_hidden_must_be_opened_before_it_is_allowed() throws Exception {
        ApprovalRequest request = desk.ask("echo 1\n".repeat(100) + "rm -rf /tmp/x");
        Page page = signIn();
        settle(page);
        assertThat(page.locator(".lines")).not().containsText("rm -rf /tmp/x");
        page.locator("#allow").click(new Locator.ClickOptions().setForce(true));
        assertThat(page.locator("#lock")).containsText("show all of it first: 41 lines are hidden");
        assertThat(page.locator(".more")).containsText("the rest of the command");
        assertThat(state(request)).isEqualTo(State.PENDING);

        page.locator("#open").click();
        assertThat(page.locator(".lines")).containsText("rm -rf /tmp/x");
        page.locator("#allow").click(new Locator.ClickOptions().setForce(true));
        assertThat(page.locator("#lock")).containsText("scroll through all of it");
        assertThat(state(request)).isEqualTo(State.PENDING);
        page.locator(".card .scroll").hover();
        page.mouse().wheel(0, 10_000);
        assertThat(page.locator("#allow")).not().hasAttribute("aria-disabled", "true");
        settle(page);
        page.locator("#allow").click();

        awaitState(request, State.ALLOWED);
    }

    @Test
    void an_edited_call_is_previewed_and_is_what_is_allowed() throws Exception {
        ApprovalRequest request = desk.ask("ls");
        Page page = signIn();
        settle(page);
        page.locator("#edit").click();
        Locator field = page.locator("textarea[data-field=command]");
        field.fill("rm x");
        assertThat(page.locator(".verdict")).containsText("rm is not for agents");
        assertThat(page.locator("#allow")).hasAttribute("aria-disabled", "true");
        field.fill("ls -l");
        assertThat(page.locator(".verdict")).containsText("let it pass");
        settle(page);
        page.locator("#allow").click();

        awaitState(request, State.ALLOWED);
        assertThat(desk.database.store().read(request.id()).decision().input())
                .isEqualTo(EventData.of("command", "ls -l"));
    }

    @Test
    void what_was_decided_elsewhere_is_said_with_who_and_the_buttons_go() throws Exception {
        ApprovalRequest request = desk.ask("ls");
        Page page = signIn();
        assertThat(page.locator("#deny")).isVisible();
        desk.database.store().decide(request.id(), request.digest(), "bob", "terminal", "Allow once", true, "");

        assertThat(page.locator("#over")).containsText("bob allowed it in the terminal");
        assertThat(page.locator("#deny")).hasCount(0);
    }

    @Test
    void hostile_text_stays_text() throws Exception {
        String hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>\u202e\u001b[2J";
        desk.ask(EventData.of("command", hostile, hostile, hostile), hostile, Duration.ofMinutes(5), 1);
        Page page = signIn();

        assertThat(page.locator("#q")).containsText("<img src=x onerror=alert(1)>");
        assertThat(page.locator(".note")).containsText("invisible");
        assertThat(page.locator("#app img, #app script")).hasCount(0);
        assertThat(page.content()).doesNotContain("\u202e", "\u001b");
        assertThat(complaints).isEmpty();
    }

    @Test
    void after_a_restart_of_the_server_it_says_that_a_new_link_is_needed() throws Exception {
        desk.ask("ls");
        Page page = signIn();
        assertThat(page.locator("#deny")).isVisible();
        desk.restart();

        assertThat(page.locator("#main")).containsText("Open the link that carabiner serve shows");
    }

    @Test
    void a_time_of_hours_is_not_shown_in_minutes() {
        desk.ask(EventData.of("command", "ls"), "Run this?", Duration.ofMinutes(167 * 60 + 50), 1);
        desk.ask(EventData.of("command", "ls -l"), "Run this?", Duration.ofMinutes(47 * 60 + 50), 1);
        Page page = signIn();

        assertThat(page.locator("#left")).hasText("47 h 49 min");
        assertThat(page.locator(".item .left")).hasText(new String[] {"47 h 49 min", "6 d 23 h"});
    }

    @Test
    void the_time_runs_and_what_it_ends_with_is_said() throws Exception {
        ApprovalRequest request = desk.ask(EventData.of("command", "ls"), "Run this?", Duration.ofSeconds(25), 1);
        Page page = signIn();
        assertThat(page.locator("#left")).hasText(Pattern.compile("0:[0-2][0-9]"));
        String before = page.locator("#left").textContent();
        page.waitForTimeout(2100);
        assertThat(page.locator("#left").textContent()).isLessThan(before);
        assertThat(page.locator("#live"))
                .hasText(
                        Pattern.compile("(10|9) seconds left"),
                        new LocatorAssertions.HasTextOptions().setTimeout(30_000));

        assertThat(page.locator("#over"))
                .containsText("Time is up: denied", new LocatorAssertions.ContainsTextOptions().setTimeout(40_000));
        assertThat(state(request)).isEqualTo(State.EXPIRED);
    }

    @Test
    void of_two_windows_and_a_terminal_one_decides_and_the_others_are_told_who() throws Exception {
        for (int round = 0; round < 3; round++) {
            ApprovalRequest request = desk.ask("make " + round);
            Page one = signIn();
            Page two = signIn(new User("bob", ConsoleRole.APPROVER), 1280, ColorScheme.DARK);
            settle(one);
            settle(two);
            CompletableFuture<?> terminal = CompletableFuture.runAsync(() ->
                    desk.database.store().decide(request.id(), request.digest(), "cy", "terminal", "Deny", false, ""));
            one.evaluate("document.querySelector('#allow').click()");
            two.evaluate("document.querySelector('#deny').click()");
            terminal.get(20, TimeUnit.SECONDS);

            String winner = desk.database
                    .store()
                    .await(request.id(), Duration.ofSeconds(20))
                    .decision()
                    .decidedBy();
            assertThat(winner).isIn("ann", "bob", "cy");
            assertThat(one.locator("#over")).containsText(winner.equals("ann") ? "by you" : winner + " ");
            assertThat(two.locator("#over")).containsText(winner.equals("bob") ? "by you" : winner + " ");
            closePages();
        }
    }

    @Test
    void a_quorum_counts_each_person_once_and_ends_with_the_last() throws Exception {
        ApprovalRequest request = desk.ask(
                "s-1",
                "Bash",
                EventData.of("command", "make release"),
                "Release?",
                Duration.ofMinutes(5),
                2,
                List.of("ann", "bob", "cy"));
        Page one = signIn();
        settle(one);
        assertThat(one.locator("#quorum")).containsText("Needs 2 of 3");
        one.locator("#allow").click();
        assertThat(one.locator("#lock")).containsText("Your answer counts");
        assertThat(one.locator(".votes")).containsText(Pattern.compile("You allowed, [0-9]+ s ago, console"));
        assertThat(state(request)).isEqualTo(State.PENDING);

        Page two = signIn(new User("bob", ConsoleRole.APPROVER), 1280, ColorScheme.LIGHT);
        settle(two);
        two.locator("#allow").click();
        awaitState(request, State.ALLOWED);
        assertThat(one.locator("#over")).containsText("ann, bob");
    }

    @Test
    void a_rule_is_offered_with_what_it_covers_and_made_with_the_answer() throws Exception {
        ApprovalRequest past = desk.ask("git log -3");
        desk.database.store().decide(past.id(), past.digest(), "bob", "terminal", "Deny", false, "");
        ApprovalRequest request = desk.ask("git log -1");
        Page page = signIn();
        settle(page);
        page.locator("#rule").click();
        assertThat(page.locator(".scope").first()).containsText("covers 0 of 1 past calls");
        assertThat(page.locator(".cover .bad").last()).containsText("1 of them was denied");
        page.locator(".life select").first().selectOption("session");
        assertThat(page.locator(".scope").first()).containsText("in session " + request.session());
        settle(page);
        page.locator("#allow").click();

        awaitState(request, State.ALLOWED);
        EventData rule = desk.database.store().read(request.id()).decision().rule();
        assertThat(rule.text("session")).isEqualTo(request.session());
    }

    @Test
    void a_restarted_server_takes_the_page_back_once_its_link_is_opened() throws Exception {
        desk.ask("ls");
        Page page = signIn();
        assertThat(page.locator("#deny")).isVisible();
        desk.restart();
        assertThat(page.locator("#main")).containsText("Open the link that carabiner serve shows");
        Page other = page.context().newPage();
        other.navigate(desk.console.link(new User("ann", ConsoleRole.APPROVER)));

        assertThat(page.locator("#deny")).isVisible();
        assertThat(page.locator("#connection")).containsText("Connected");
    }

    @Test
    void by_keyboard_alone_one_gets_from_page_to_page_reads_and_answers() throws Exception {
        ApprovalRequest request = desk.ask("echo 1\n".repeat(100));
        Page page = signIn();
        settle(page);
        assertThat(page.locator("#deny")).isFocused();
        page.keyboard().press("o");
        assertThat(page.locator("#open")).isFocused();
        page.keyboard().press("Enter");
        assertThat(page.locator(".card .scroll")).isFocused();
        page.keyboard().press("End");
        assertThat(page.locator("#allow")).not().hasAttribute("aria-disabled", "true");
        settle(page);
        page.keyboard().press("a");
        assertThat(page.locator("#allow")).isFocused();
        page.keyboard().press("Enter");
        awaitState(request, State.ALLOWED);

        page.keyboard().press("g");
        page.keyboard().press("r");
        page.waitForTimeout(500);
        assertThat(complaints).isEmpty();
        assertThat(page.locator("h1")).hasText("Rules");
        page.keyboard().press("?");
        assertThat(page.locator("#help")).isVisible();
        page.keyboard().press("Escape");
        assertThat(page.locator("#help")).hasCount(0);
        page.keyboard().press("/");
        assertThat(page.locator("main input[type=search]")).isFocused();
    }
}
