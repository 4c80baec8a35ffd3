package dev.carabiner.consoletests;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.WebSocketRoute;
import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the page says while something between it and the store does not work. */
class StatesTest extends OnPages {

    @Test
    void away_is_said_with_answers_off_and_back_with_what_was_answered_meanwhile() {
        AtomicBoolean cut = new AtomicBoolean();
        AtomicReference<WebSocketRoute> line = new AtomicReference<>();
        ApprovalRequest request = desk.ask("ls");
        ApprovalRequest other = desk.ask("ls -l");
        Page page = signIn();
        settle(page);
        page.routeWebSocket("**/ws", route -> {
            line.set(route);
            if (cut.get()) {
                route.close();
            } else {
                route.connectToServer();
            }
        });
        page.reload();
        settle(page);
        assertThat(page.locator("#connection")).containsText("Connected");

        cut.set(true);
        line.get().close();
        assertThat(page.locator(".status.away")).containsText("Away since");
        assertThat(page.locator("#left")).hasText("?");
        assertThat(page.locator("#deny")).hasAttribute("aria-disabled", "true");
        page.keyboard().press("Enter");
        desk.database.store().decide(other.id(), other.digest(), "bob", "terminal", "Deny", false, "");
        page.waitForTimeout(500);
        assertThat(state(request)).isEqualTo(State.PENDING);

        cut.set(false);
        page.locator(".status.away button").click();
        assertThat(page.locator(".status.back")).containsText("Back. 1 answered meanwhile.");
        assertThat(page.locator("#left")).hasText(Pattern.compile("[0-9]:[0-9]{2}"));
        assertThat(page.locator(".status.back"))
                .hasCount(0, new LocatorAssertions.HasCountOptions().setTimeout(10_000));
    }

    @Test
    void connecting_for_long_is_shown_with_the_content_there_and_answers_off() {
        desk.ask("ls");
        Page page = signIn();
        page.addInitScript("const Plain = WebSocket; WebSocket = class extends Plain { set onopen(it) {} };");
        page.reload();
        assertThat(page.locator(".loading")).isVisible();
        assertThat(page.locator("h2 code")).hasText("ls");
        assertThat(page.locator("#deny")).hasAttribute("aria-disabled", "true");
    }

    @Test
    void an_answer_that_the_store_does_not_take_is_said_in_red_and_can_be_given_later() throws Exception {
        ApprovalRequest request = desk.ask("ls");
        Page page = signIn();
        settle(page);
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("approvals.db"));
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE"); // no other connection can write until it ends
            page.locator("#deny").click();
            assertThat(page.locator(".status.bad"))
                    .containsText(
                            "The answer was not kept", new LocatorAssertions.ContainsTextOptions().setTimeout(60_000));
            assertThat(page.locator("#deny")).hasAttribute("aria-disabled", "true");
            statement.execute("ROLLBACK");
        }
        assertThat(state(request)).isEqualTo(State.PENDING);
        assertThat(page.locator("#deny"))
                .not()
                .hasAttribute("aria-disabled", "true", new LocatorAssertions.HasAttributeOptions().setTimeout(20_000));
        settle(page);
        page.locator("#deny").click();
        awaitState(request, State.DENIED);
    }

    @Test
    void a_log_that_was_changed_is_told_at_the_foot_of_every_page() throws Exception {
        busyAgent();
        Page page = signIn();
        page.navigate(desk.address() + "/rules");
        assertThat(page.locator("#chain")).containsText("1 log holds");
        agents.getFirst().close();
        agents.clear();
        Path segment = directory.resolve("log-s-7/segment-000001.jsonl");
        List<String> lines = Files.readAllLines(segment);
        Files.writeString(segment, lines.getLast() + "\n", StandardOpenOption.APPEND); // one record a second time

        assertThat(page.locator("#chain")).containsText("1 log was changed");
    }

    @Test
    void an_error_of_the_page_is_told_with_an_id_and_never_leaves_it_blank() {
        Page page = signIn();
        page.evaluate("setTimeout(() => { throw new Error('it broke'); })");

        assertThat(page.locator("#main")).containsText("This page failed");
        assertThat(page.locator("#main")).containsText("it broke");
        assertThat(page.locator("#main .copy code")).containsText("page-");
        page.locator("#main .btn", new Page.LocatorOptions().setHasText("Reload"))
                .click();
        assertThat(page.locator("#main")).containsText("Nobody waits for you.");
    }
}
