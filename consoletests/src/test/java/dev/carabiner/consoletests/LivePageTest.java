package dev.carabiner.consoletests;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import dev.carabiner.event.EventData;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Events as they come: by filter, paused, and faster than a page can show them. */
class LivePageTest extends OnPages {

    /** More than the server, the system and the browser hold for a page that does not read. */
    private static final int VERY_MANY = 40_000;

    private static final int LONG = 900;

    @Test
    void show_events_live_by_filter_and_count_while_paused() {
        AgentAtWork agent = busyAgent();
        Page page = signIn();
        at(page, "/live");
        agent.call("echo live-one");
        assertThat(page.locator(".rows.live li", new Page.LocatorOptions().setHasText("live-one")))
                .hasCount(2); // its tool:pre and its tool:post: the second may come with a later message
        page.locator("#pause").click();
        agent.call("echo live-two");
        assertThat(page.locator("#pause")).containsText("2 new");
        assertThat(page.locator(".rows.live")).not().containsText("live-two");
        page.locator("#pause").click();
        assertThat(page.locator(".rows.live")).containsText("live-two");

        page.locator(".filters .chip", new Page.LocatorOptions().setHasText("only denied"))
                .click();
        assertThat(page).hasURL(desk.address() + "/live?action=deny");
        assertThat(page.locator(".rows.live li")).hasCount(1);
        agent.call("rm me");
        assertThat(page.locator(".rows.live li")).hasCount(2);
        page.locator(".chip.drop").click();
        assertThat(page.locator(".rows.live")).containsText("prompt:submit");
    }

    @Test
    void close_a_page_that_does_not_keep_up_tell_it_and_count_what_it_does_not_show() throws Exception {
        AgentAtWork agent = busyAgent();
        Page page = signIn();
        at(page, "/live");
        agent.call("echo before");
        assertThat(page.locator(".rows.live")).containsText("echo before");

        CompletableFuture<Void> flood = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < VERY_MANY; i++) {
                agent.session.emit("flood:" + unlike(i), EventData.of("text", "flood " + i));
            }
        });
        page.evaluate("() => { const end = performance.now() + 12000; while (performance.now() < end); }");
        flood.get(60, TimeUnit.SECONDS);

        assertThat(page.locator("#gap"))
                .containsText(Pattern.compile("This page was too slow; [1-9][0-9,]* events are not shown here"));
        agent.call("echo after");
        assertThat(page.locator(".rows.live li").first()).containsText("echo after");
        assertThat(page.locator("#connection")).containsText("Connected");
    }

    /** A word that no compression on the way to the page makes short. */
    private static String unlike(long seed) {
        return new Random(seed)
                .ints(LONG, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
