package dev.carabiner.consoletests;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The pictures of the documentation, made only when they are asked for. */
class PicturesTest extends OnPages {

    /** The pictures of docs/console.md: {@code mvn -pl consoletests test -Dtest=PicturesTest -Dcarabiner.pictures=docs}. */
    @Test
    @EnabledIfSystemProperty(named = "carabiner.pictures", matches = ".+")
    void show_each_page_in_both_themes_and_widths() throws Exception {
        somethingOnEveryPage();
        ApprovalRequest past = desk.ask("git log -3");
        desk.database.store().decide(past.id(), past.digest(), "bob", "terminal", "Deny", false, "");
        AgentAtWork other = agent("s-8", "release-notes");
        other.turn("Write the release notes and push them.").model("I read the log.");
        other.call("git log --oneline v4.1..v4.2");
        desk.ask(
                "s-8",
                "Bash",
                EventData.of("command", "git push --force-with-lease origin release/4.2"),
                "Push this?",
                Duration.ofMinutes(9),
                1,
                List.of());
        CompletableFuture<ToolAnswer> waiting = deploying();
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
                    for (int i = 0; i < 2; i++) {
                        page.keyboard().press("Escape");
                        page.waitForTimeout(600);
                    }
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

    /** A sub-agent that wants to change a file, with a character that does not show. */
    private CompletableFuture<ToolAnswer> deploying() throws Exception {
        Path file =
                Files.createDirectories(directory.resolve("deploy/production")).resolve("values.yaml");
        String limits = "  resources:\n    limits:\n      memory: 512Mi\n      cpu: 500m\n";
        String probes = "  livenessProbe:\n    periodSeconds: 10\n";
        String image = "  image: registry.example.com/checkout:4.1.9\n";
        Files.writeString(file, "# checkout\n".repeat(40) + limits + image + probes);
        for (String line :
                List.of("init -q", "add .", "-c user.name=ann -c user.email=ann@example.com commit -qm checkout")) {
            List<String> command = new ArrayList<>(List.of("git", "-C", directory.toString()));
            command.addAll(List.of(line.split(" ", -1)));
            new ProcessBuilder(command).start().waitFor();
        }
        AgentAtWork deployer = new AgentAtWork(desk, "s-9", "deployer", "s-7", directory);
        agents.add(deployer);
        deployer.turn("Raise the limit in production.")
                .model("I raise the memory limit to 1 GiB and move to the image that has the leak fixed.");
        return deployer.editing(EventData.of(
                "file_path",
                "deploy/production/values.yaml",
                "old_string",
                limits + image + probes,
                "new_string",
                limits.replace("512Mi", "1Gi")
                        + image.replace(":4.1.9", "\u200b:4.2.0")
                        + probes.replace("10", "30")
                        + "    timeoutSeconds: 5\n"));
    }

    private static void shoot(Page page, String name, int width, ColorScheme scheme) {
        String file = name + "-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png";
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("../docs/images", file)));
    }
}
