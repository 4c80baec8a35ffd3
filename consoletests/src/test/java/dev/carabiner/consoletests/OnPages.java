package dev.carabiner.consoletests;

import com.microsoft.playwright.Page;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleOrigin;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** The pages of the console, with agents at work behind them. */
abstract class OnPages extends InBrowser {

    /** Each page, and what tells that it is there. */
    static final Map<String, String> PAGES = pages();

    final List<AgentAtWork> agents = new ArrayList<>();

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

    AgentAtWork agent(String id, String name) {
        AgentAtWork agent = new AgentAtWork(desk, id, name, directory);
        agents.add(agent);
        return agent;
    }

    AgentAtWork busyAgent() {
        AgentAtWork agent = agent("s-7", "checkout-memory");
        agent.turn("Checkout pods get OOM-killed since Friday. Find out why.").model("I look at the limits first.");
        agent.call("kubectl describe pod checkout");
        agent.call("rm -rf /var/log/checkout");
        agent.answer("The limit is too low.");
        agent.turn("Fix it in production.").model("I raise the memory limit and deploy.");
        agent.call("git diff --stat");
        return agent;
    }

    void addRule(String id, boolean allow, InputPattern pattern) {
        ApprovalRule rule = allow
                ? ApprovalRule.allow(id, "shell-guard", "Bash", pattern)
                        .until(Instant.now().plusSeconds(1800))
                        .uses(10)
                : ApprovalRule.deny(id, "*", "Bash", pattern);
        new ApprovalRules(desk.database.rules(), directory).add(rule, new RuleOrigin("ann", ""));
    }

    void somethingOnEveryPage() throws IOException {
        busyAgent();
        desk.findings = MisspelledHook.findings(directory);
        addRule("rule-log", true, InputPattern.shell("command", "git log *"));
        addRule("rule-push", false, InputPattern.shell("command", "git push"));
    }

    Page at(Page page, String path) {
        page.navigate(desk.address() + path);
        page.locator(PAGES.get(path))
                .first()
                .waitFor(new com.microsoft.playwright.Locator.WaitForOptions()
                        .setState(com.microsoft.playwright.options.WaitForSelectorState.ATTACHED));
        return page;
    }
}
