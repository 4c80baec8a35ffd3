package dev.carabiner.consoletests;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.console.KnownSession;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.session.ToolAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All pages: Approvals, Live, Sessions, Rules, Hooks, and a question that comes over any of them. */
class PagesTest extends OnPages {

    @ParameterizedTest
    @CsvSource({"LIGHT, 400", "LIGHT, 1280", "DARK, 400", "DARK, 1280"})
    @Timeout(400)
    void fit_and_axe_finds_nothing(ColorScheme scheme, int width) throws Exception {
        somethingOnEveryPage();
        Page page = signIn(width, scheme);
        for (String path : PAGES.keySet()) {
            check(at(page, path), path, scheme, width);
        }
        at(page, "/rules").locator("#add-rule").click();
        page.locator("#rule-value").fill("git log --" + "x".repeat(200) + " *");
        assertThat(page.locator("#coverage code")).isVisible();
        check(page, "a new rule", scheme, width);
        at(page, "/hooks"); // a question does not come over a field in which something is typed
        desk.ask("echo a-very-long-word-" + "x".repeat(400));
        page.locator("#modal").waitFor();
        check(page, "a question over a page", scheme, width);
        page.navigate(desk.address() + "/approvals");
        page.locator("#deny").waitFor();
        check(page, "a question on its page", scheme, width);
        for (String form : List.of("#edit", "#rule")) {
            settle(page);
            if (width == 400) {
                page.locator(".more-btn[aria-expanded=false]").click();
            }
            page.locator(form).click();
            assertThat(page.locator(form.equals("#edit") ? ".edit" : ".rule, .verdict"))
                    .isVisible();
            check(page, form, scheme, width);
            page.reload();
            page.locator("#deny").waitFor();
        }
        assertThat(complaints).isEmpty();
    }

    private static void check(Page page, String what, ColorScheme scheme, int width) {
        assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"
                        + " && [...document.querySelectorAll('main, .body, .scroll, dialog')]"
                        + ".every(it => it.scrollWidth <= it.clientWidth + 1)"
                        + " && [...document.querySelectorAll('.answers .btn')].every(it => it.getBoundingClientRect().right"
                        + " <= it.closest('.answers').getBoundingClientRect().right)"))
                .as("%s fits, %s %s", what, scheme, width)
                .isTrue();
        assertThat(new AxeBuilder(page).analyze().getViolations())
                .as("%s, %s %s", what, scheme, width)
                .isEmpty();
    }

    @Test
    void load_with_little_and_in_one_round_trip_after_the_document() throws Exception {
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
        Finding finding = Finding.error(new Position(hostile, 3), Finding.Kind.SETTINGS, hostile, hostile);
        desk.findings = List.of(finding, finding.about(List.of("shell-guard")));
        Page page = signIn();
        for (String path : PAGES.keySet()) {
            at(page, path);
            page.waitForTimeout(600);
            if (path.startsWith("/hooks")) {
                assertThat(page.locator("#findings li")).containsText("<img src=x onerror=alert(1)>");
            }
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
    void can_set_a_question_aside_before_it_is_shown_and_answer_it_later() throws Exception {
        AgentAtWork agent = busyAgent();
        Page page = signIn();
        at(page, "/sessions");
        Queue<Route> held = new ConcurrentLinkedQueue<>();
        page.route("**/api/v1/approvals/*", held::add);
        CompletableFuture<ToolAnswer> asked = agent.calling("make deploy");
        page.locator("#modal").waitFor();
        page.keyboard().press("Escape");
        assertThat(page.locator("#modal")).hasCount(0);
        page.unroute("**/api/v1/approvals/*");
        assertThat(held).hasSize(1);
        held.remove().resume();
        page.waitForTimeout(1500);
        assertThat(page.locator("#modal")).hasCount(0);

        page.locator("#look").click();
        settle(page);
        assertThat(page.locator("#deny")).isFocused();
        page.keyboard().press("Enter");
        assertThat(asked.get(20, TimeUnit.SECONDS).status()).isEqualTo(ToolAnswer.Status.DENIED);
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
        page.locator("#rule-ends").selectOption("168h");
        assertThat(page.locator("#save-rule")).not().hasAttribute("aria-disabled", "true");
        page.locator("#save-rule").click();
        assertThat(page.locator(".rows.rules")).containsText("allow Bash where command is: git log *");
        assertThat(desk.database.rules().load()).hasSize(1);

        page.locator(".rows.rules .btn").click();
        page.locator(".rows.rules .btn").click();
        assertThat(page.locator("#main")).containsText("No rules.");
        assertThat(desk.database.rules().load()).isEmpty();
    }

    @Test
    void tell_of_each_hook_what_is_found_about_it_and_of_the_bundle_once() throws Exception {
        busyAgent();
        desk.findings = null;
        Page page = signIn();
        at(page, "/hooks/shell-guard");
        assertThat(page.locator("#findings")).containsText("The hooks are being checked…");

        desk.findings = MisspelledHook.findings(directory);
        assertThat(page.locator("#findings li")).containsText("warning shell-guard is only for the tool \"Bahs\"");
        assertThat(page.locator("#findings li")).containsText("→ Bash");
        assertThat(page.locator("#findings li")).containsText("bundle.yaml:6");
        page.navigate(desk.address() + "/hooks/budget");
        assertThat(page.locator("#findings")).hasText(Pattern.compile("Findings\\s*None."));
        at(page, "/hooks");
        assertThat(page.locator("#findings li")).containsText("warning the rule one allows nothing");
        assertThat(page.locator(".rows.hooks a", new Page.LocatorOptions().setHasText("shell-guard"))
                        .first()
                        .locator(".."))
                .containsText("1 finding");
        assertThat(complaints).isEmpty();
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
}
