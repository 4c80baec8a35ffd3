package dev.carabiner.consoletests;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.event.EventData;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What has to be so before an answer acts: it was read, it is the same call, and the guards know the last of an edit. */
class AnswerTest extends InBrowser {

    @Test
    void waits_a_moment_after_each_part_that_appears() throws Exception {
        ApprovalRequest request = desk.ask("echo 1\n".repeat(100));
        Page page = signIn();
        for (String opens : new String[] {"#open", "#edit"}) {
            settle(page);
            page.evaluate(
                    "opens => { document.querySelector(opens).click(); document.querySelector('#deny').click(); }",
                    opens);
            assertThat(page.locator("#lock")).containsText("One moment");
        }
        assertThat(state(request)).isEqualTo(State.PENDING);
        settle(page);
        page.locator("#deny").click();

        awaitState(request, State.DENIED);
    }

    @Test
    void is_off_from_a_key_until_the_guards_have_seen_what_was_typed() throws Exception {
        ApprovalRequest request = desk.ask("ls");
        Page page = signIn();
        settle(page);
        page.locator("#edit").click();
        assertThat(page.locator(".verdict")).containsText("let it pass");
        settle(page);
        Object off = page.evaluate("""
            () => {
              const field = document.querySelector('textarea[data-field=command]');
              field.value = 'rm x';
              field.dispatchEvent(new Event('input', { bubbles: true }));
              const allow = document.querySelector('#allow');
              allow.click();
              return allow.getAttribute('aria-disabled');
            }\
            """);
        assertThat(off).isEqualTo("true");
        assertThat(page.locator(".verdict")).containsText("rm is not for agents");

        assertThat(state(request)).isEqualTo(State.PENDING);
    }

    @Test
    void keeps_the_type_of_an_edited_value_and_takes_nothing_that_has_none() throws Exception {
        ApprovalRequest request =
                desk.ask(EventData.of("command", "sleep 9", "timeout", 5), "Run this?", Duration.ofMinutes(5), 1);
        Page page = signIn();
        settle(page);
        page.locator("#edit").click();
        Locator field = page.locator("textarea[data-field=timeout]");
        field.fill("7 seconds");
        assertThat(page.locator(".verdict.bad")).containsText("Not JSON: timeout");
        assertThat(page.locator("#allow")).hasAttribute("aria-disabled", "true");
        field.fill("7");
        assertThat(page.locator(".verdict")).containsText("let it pass");
        settle(page);
        page.locator("#allow").click();

        awaitState(request, State.ALLOWED);
        assertThat(desk.database.store().read(request.id()).decision().input())
                .isEqualTo(EventData.of("command", "sleep 9", "timeout", 7));
    }

    @Test
    void allows_the_call_as_it_was_asked_once_a_form_was_left() throws Exception {
        ApprovalRequest request = desk.ask("ls");
        Page page = signIn();
        settle(page);
        page.locator("#edit").click();
        page.locator("textarea[data-field=command]").fill("rm x");
        assertThat(page.locator("#allow")).containsText("Allow the edited call");
        assertThat(page.locator(".verdict.bad")).containsText("rm is not for agents");
        page.locator("#edit").click();
        assertThat(page.locator(".edit, .verdict")).hasCount(0);
        settle(page);
        page.locator("#rule").click();
        assertThat(page.locator(".rule, .verdict")).hasCount(1);
        page.locator("#rule").click();
        assertThat(page.locator(".rule, .verdict")).hasCount(0);
        page.locator("#allow").click();
        assertThat(page.locator("#lock")).containsText("One moment");
        settle(page);
        page.locator("#allow").click();

        awaitState(request, State.ALLOWED);
        assertThat(desk.database.store().read(request.id()).decision().input()).isNull();
    }

    @Test
    void to_another_call_than_the_one_that_waits_brings_this_one_to_be_read() throws Exception {
        ApprovalRequest request = desk.ask("ls");
        Page page = signIn();
        settle(page);
        page.route(
                "**/decision",
                route -> route.resume(new Route.ResumeOptions()
                        .setPostData(route.request()
                                .postData()
                                .replaceAll("\"digest\":\"[^\"]*\"", "\"digest\":\"sha256:00\""))));
        page.locator("#allow").click();

        assertThat(page.locator("#lock")).containsText("The call has changed. Read it again.");
        assertThat(state(request)).isEqualTo(State.PENDING);
        page.unroute("**/decision");
        page.locator("#allow").click();
        assertThat(page.locator("#lock")).containsText("One moment");
        settle(page);
        page.locator("#allow").click();
        awaitState(request, State.ALLOWED);
    }
}
