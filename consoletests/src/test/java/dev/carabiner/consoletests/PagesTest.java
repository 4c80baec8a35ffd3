package dev.carabiner.consoletests;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.console.KnownSession;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleOrigin;
import dev.carabiner.session.ToolAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All pages: Approvals, Live, Sessions, Rules, Hooks, and a question that comes over any of them. */
class PagesTest extends InBrowser {

    /** Each page, and what tells that it is there. */
    private static final Map<String, String> PAGES = pages();

    private final List<AgentAtWork> agents = new ArrayList<>();

    private static Map<String, String> pages() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("/approvals", "#main h1");
        all.put("/live", ".rows.live li");
        all.put("/sessions", ".rows.sessions li");
        all.put("/sessions/s-7", ".turn .step");
        all.put("/rules", ".rows.rules li");
        all.put("/hooks", ".rows.hooks li");
        all.put("/hooks/shell-guard", ".chart svg");
        return all;
    }

    @AfterEach
    void end() {
        agents.forEach(AgentAtWork::close);
    }

    private AgentAtWork agent(String id, String name) {
        AgentAtWork agent = new AgentAtWork(desk, id, name, directory);
        agents.add(agent);
        return agent;
    }

    private AgentAtWork busyAgent() {
        AgentAtWork agent = agent("s-7", "checkout-memory");
        agent.turn("Checkout pods get OOM-killed since Friday. Find out why.").model("I look at the limits first.");
        agent.call("kubectl describe pod checkout");
        agent.call("rm -rf /var/log/checkout");
        agent.answer("The limit is too low.");
        agent.turn("Fix it in production.").model("I raise the memory limit and deploy.");
        agent.call("git diff --stat");
        return agent;
    }

    private void addRule(String id, boolean allow, InputPattern pattern) {
        ApprovalRule rule = allow
                ? ApprovalRule.allow(id, "shell-guard", "Bash", pattern)
                        .until(Instant.now().plusSeconds(1800))
                        .uses(10)
                : ApprovalRule.deny(id, "*", "Bash", pattern);
        new ApprovalRules(desk.database.rules(), directory).add(rule, new RuleOrigin("ann", ""));
    }

    private void somethingOnEveryPage() {
        busyAgent();
        addRule("rule-log", true, InputPattern.shell("command", "git log *"));
        addRule("rule-push", false, InputPattern.shell("command", "git push"));
    }

    private Page at(Page page, String path) {
        page.navigate(desk.address() + path);
        page.locator(PAGES.get(path))
                .first()
                .waitFor(new com.microsoft.playwright.Locator.WaitForOptions()
                        .setState(com.microsoft.playwright.options.WaitForSelectorState.ATTACHED));
        return page;
    }

    @ParameterizedTest
    @CsvSource({"LIGHT, 400", "LIGHT, 1280", "DARK, 400", "DARK, 1280"})
    @Timeout(400)
    void fit_and_axe_finds_nothing(ColorScheme scheme, int width) {
        somethingOnEveryPage();
        Page page = signIn(width, scheme);
        for (String path : PAGES.keySet()) {
            check(at(page, path), path, scheme, width);
        }
        desk.ask("echo a-very-long-word-" + "x".repeat(400));
        page.locator("#modal").waitFor();
        check(page, "a question over a page", scheme, width);
        page.navigate(desk.address() + "/approvals");
        page.locator("#deny").waitFor();
        check(page, "a question on its page", scheme, width);
        assertThat(complaints).isEmpty();
    }

    private static void check(Page page, String what, ColorScheme scheme, int width) {
        assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"
                        + " && [...document.querySelectorAll('main, .body, .scroll, dialog')]"
                        + ".every(it => it.scrollWidth <= it.clientWidth + 1)"))
                .as("%s fits, %s %s", what, scheme, width)
                .isTrue();
        assertThat(new AxeBuilder(page).analyze().getViolations())
                .as("%s, %s %s", what, scheme, width)
                .isEmpty();
    }

    @Test
    void load_with_little_and_in_one_round_trip_after_the_document() {
        somethingOnEveryPage();
        desk.ask("ls");
        Page page = signIn();
        page.locator("#deny").waitFor();
        CDPSession network = page.context().newCDPSession(page);
        JsonObject slow = new JsonObject();
        slow.addProperty("offline", false);
        slow.addProperty("latency", 400);
        slow.addProperty("downloadThroughput", -1);
        slow.addProperty("uploadThroughput", -1);
        network.send("Network.enable");
        network.send("Network.emulateNetworkConditions", slow);
        for (String path : PAGES.keySet()) {
            at(page, path);
            Map<?, ?> loaded = (Map<?, ?>) page.evaluate("""
                    () => {
                      const shown = performance.getEntriesByName('shown')[0].startTime;
                      const all = performance.getEntriesByType('resource').filter((it) => it.startTime < shown);
                      const answered = Math.min(...all.map((it) => it.responseEnd));
                      const size = (it) => it.transferSize || it.encodedBodySize;
                      return {
                        bytes: all.reduce((sum, it) => sum + size(it), size(performance.getEntriesByType('navigation')[0])),
                        count: all.length,
                        late: all.filter((it) => it.startTime > answered).map((it) => it.name),
                      };
                    }""");
            System.out.println("console" + path + ": " + loaded.get("bytes") + " bytes in " + loaded.get("count")
                    + " requests, all of them begun before the first was answered");
            assertThat((List<?>) loaded.get("late"))
                    .as("second round trip of " + path)
                    .isEmpty();
            assertThat(((Number) loaded.get("bytes")).longValue()).as(path).isLessThan(1_000_000);
        }
    }

    @Test
    void show_hostile_text_as_text_in_every_field() throws Exception {
        String hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>\u202e\u001b[2J";
        AgentAtWork agent = agent("s-7", hostile);
        desk.sessions.set(
                0,
                new KnownSession(
                        "s-7",
                        hostile,
                        Instant.now(),
                        Instant.now(),
                        directory.resolve("x" + hostile.replace("/", "")),
                        hostile,
                        hostile,
                        "running",
                        1,
                        directory.resolve("log-s-7")));
        agent.turn(hostile).model(hostile);
        agent.call(hostile);
        agent.call("rm " + hostile);
        agent.answer(hostile);
        CompletableFuture<ToolAnswer> waiting = agent.calling("deploy " + hostile);
        addRule("rule-x", false, InputPattern.shell("command", "git push"));
        Page page = signIn();
        for (String path : PAGES.keySet()) {
            at(page, path);
            page.waitForTimeout(600);
            assertThat(page.locator("#app img, #app script")).hasCount(0);
            assertThat(page.content()).as(path).doesNotContain("\u202e", "\u001b");
        }
        at(page, "/sessions/s-7");
        assertThat(page.locator(".turn").last()).containsText("<img src=x onerror=alert(1)>");
        assertThat(complaints).isEmpty();
        desk.database
                .store()
                .pending(null, 10)
                .forEach(it -> desk.database
                        .store()
                        .decide(it.id(), it.request().digest(), "bob", "terminal", "Deny", false, ""));
        waiting.get(20, TimeUnit.SECONDS);
    }

    @Test
    void are_interrupted_by_a_question_that_can_be_answered_there_or_set_aside() throws Exception {
        AgentAtWork agent = busyAgent();
        Page page = signIn();
        at(page, "/sessions");
        CompletableFuture<ToolAnswer> first = agent.calling("make deploy");
        page.locator("#modal").waitFor();
        assertThat(page.locator("#modal #t")).containsText("make deploy");
        assertThat(page.locator("#modal .said")).containsText("Fix it in production.");
        settle(page);
        page.locator("#allow").click();
        assertThat(first.get(20, TimeUnit.SECONDS).text()).isEqualTo("done: make deploy");
        assertThat(page.locator("#modal")).hasCount(0);

        CompletableFuture<ToolAnswer> second = agent.calling("make deploy again");
        page.locator("#modal").waitFor();
        page.keyboard().press("Escape");
        assertThat(page.locator("#modal")).hasCount(0);
        assertThat(page.locator(".asking")).containsText("Bash asks");
        page.locator("#look").click();
        settle(page);
        page.keyboard().press("Enter");
        assertThat(second.get(20, TimeUnit.SECONDS).status()).isEqualTo(ToolAnswer.Status.DENIED);
    }

    @Test
    void are_not_interrupted_while_a_text_is_typed() {
        busyAgent();
        Page page = signIn();
        at(page, "/sessions");
        page.locator("main input[type=search]").click();
        ApprovalRequest request = desk.ask("make deploy");

        assertThat(page.locator(".asking")).containsText("Bash asks");
        page.keyboard().type("ady\n");
        assertThat(page.locator("#modal")).hasCount(0);
        assertThat(state(request)).isEqualTo(State.PENDING);
    }

    @Test
    void show_events_live_by_filter_and_count_while_paused() {
        AgentAtWork agent = busyAgent();
        Page page = signIn();
        at(page, "/live");
        agent.call("echo live-one");
        assertThat(page.locator(".rows.live li").first()).containsText("live-one");
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
    void let_rules_be_added_after_what_they_contradict_was_shown_and_ended() throws Exception {
        ApprovalRequest past = desk.ask("git log -3");
        desk.database.store().decide(past.id(), past.digest(), "bob", "terminal", "Deny", false, "");
        Page page = signIn();
        page.navigate(desk.address() + "/rules");
        assertThat(page.locator("#main")).containsText("No rules.");
        page.locator("#add-rule").click();
        page.locator("#rule-value").fill("env *");
        assertThat(page.locator("#coverage .verdict.bad")).isVisible();
        assertThat(page.locator("#save-rule")).hasAttribute("aria-disabled", "true");
        page.locator("#rule-value").fill("git log *");
        assertThat(page.locator("#coverage")).containsText("covers 1 of 1 past calls");
        assertThat(page.locator(".contradictions")).containsText("git log -3");
        page.locator("#save-rule").click();
        assertThat(page.locator(".rows.rules")).containsText("allow Bash where command is: git log *");
        assertThat(desk.database.rules().load()).hasSize(1);

        page.locator(".rows.rules .btn").click();
        page.locator(".rows.rules .btn").click();
        assertThat(page.locator("#main")).containsText("No rules.");
        assertThat(desk.database.rules().load()).isEmpty();
    }

    @Test
    void tell_of_nothing_with_the_command_that_starts_something() {
        Page page = signIn();
        assertThat(page.locator("#main")).containsText("Nobody waits for you.");
        for (String path : List.of("/live", "/sessions", "/hooks")) {
            page.navigate(desk.address() + path);
            if (!path.equals("/hooks")) {
                assertThat(page.locator(".copy code")).containsText("carabiner run");
            }
        }
    }

    /** The pictures of docs/console.md: {@code mvn -pl consoletests test -Dtest=PagesTest -Dcarabiner.pictures=docs}. */
    @Test
    @EnabledIfSystemProperty(named = "carabiner.pictures", matches = ".+")
    void are_in_the_pictures_of_the_documentation() throws Exception {
        somethingOnEveryPage();
        AgentAtWork other = agent("s-8", "release-notes");
        other.turn("Write the release notes and push them.").model("I read the log.");
        other.call("git log --oneline v4.1..v4.2");
        desk.ask(EventData.of("command", "git log -3"), "Run this?", Duration.ofMinutes(9), 1);
        CompletableFuture<ToolAnswer> waiting =
                agents.getFirst().calling("kubectl apply -f deploy/production/values.yaml && make deploy");
        Thread.sleep(2_000);
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (int width : List.of(400, 1280)) {
                Page page = signIn(width, scheme);
                page.locator("#deny").waitFor();
                page.waitForTimeout(1_200);
                shoot(page, "approvals", width, scheme);
                at(page, "/sessions");
                page.locator("#modal").waitFor();
                shoot(page, "modal", width, scheme);
                for (String path :
                        List.of("/live", "/sessions", "/sessions/s-7", "/rules", "/hooks", "/hooks/shell-guard")) {
                    at(page, path);
                    page.locator("#modal").waitFor();
                    page.keyboard().press("Escape");
                    page.waitForTimeout(400);
                    page.keyboard().press("Escape");
                    page.waitForTimeout(400);
                    if (path.equals("/rules")) {
                        page.locator("#add-rule").click();
                        page.locator("#rule-value").fill("git log *");
                        page.waitForTimeout(1_000);
                    }
                    shoot(
                            page,
                            path.equals("/sessions/s-7")
                                    ? "session"
                                    : path.equals("/hooks/shell-guard") ? "hook" : path.substring(1),
                            width,
                            scheme);
                }
                closePages();
            }
        }
        desk.database
                .store()
                .pending(null, 10)
                .forEach(it -> desk.database
                        .store()
                        .decide(it.id(), it.request().digest(), "bob", "terminal", "Deny", false, ""));
        waiting.get(20, TimeUnit.SECONDS);
    }

    private static void shoot(Page page, String name, int width, ColorScheme scheme) {
        String file = name + "-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png";
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("../docs/images", file)));
    }
}
