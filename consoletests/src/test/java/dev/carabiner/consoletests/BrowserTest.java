package dev.carabiner.consoletests;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.console.Role;
import dev.carabiner.console.User;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser, over a real server and store. */
@Timeout(120)
@EnabledIf(value = "isThereABrowser", disabledReason = "there is no /usr/bin/chromium: apt install chromium")
class BrowserTest {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static Playwright playwright;
    private static Browser browser;

    @TempDir
    private Path directory;

    private Desk desk;
    private BrowserContext context;
    private Page page;
    private final List<String> complaints = new ArrayList<>();

    static boolean isThereABrowser() {
        return Files.isExecutable(CHROMIUM) || "required".equals(System.getProperty("carabiner.browser"));
    }

    @BeforeAll
    static void launch() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(CHROMIUM)
                        .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")));
    }

    @AfterAll
    static void quit() {
        browser.close();
        playwright.close();
    }

    @BeforeEach
    void open() throws Exception {
        desk = new Desk(directory, new Description());
    }

    @AfterEach
    void close() {
        if (context != null) {
            context.close();
        }
        desk.close();
    }

    private Page signIn(int width, ColorScheme scheme) {
        context = browser.newContext(
                new Browser.NewContextOptions().setViewportSize(width, 800).setColorScheme(scheme));
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.navigate(desk.console.link(new User("ann", Role.APPROVER)));
        return page;
    }

    private Page signIn() {
        return signIn(1280, ColorScheme.LIGHT);
    }

    /** Past the moment in which nothing acts. */
    private static void settle(Page page) {
        page.locator("#deny").waitFor();
        page.waitForTimeout(900);
    }

    private State state(ApprovalRequest request) {
        return desk.database.store().read(request.id()).state();
    }

    private void awaitState(ApprovalRequest request, State wanted) throws Exception {
        assertThat(desk.database
                        .store()
                        .await(request.id(), Duration.ofSeconds(20))
                        .state())
                .isEqualTo(wanted);
    }

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
        assertThat(page.locator("#lock")).containsText("Open it first");
        assertThat(state(request)).isEqualTo(State.PENDING);

        page.locator("#open").click();
        assertThat(page.locator(".lines")).containsText("rm -rf /tmp/x");
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

        assertThat(page.locator("#over")).containsText("Allowed by bob (terminal)");
        assertThat(page.locator("#deny")).hasCount(0);
    }

    @Test
    void hostile_text_stays_text() throws Exception {
        String hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>\u202e\u001b[2J";
        desk.ask(EventData.of("command", hostile, hostile, hostile), hostile, Duration.ofMinutes(5), 1);
        Page page = signIn();
        page.onDialog(dialog -> complaints.add("a dialog: " + dialog.message()));

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
    void at_400_pixels_nothing_scrolls_sideways_and_axe_finds_nothing_in_both_themes() throws Exception {
        desk.ask("echo a-very-long-word-" + "x".repeat(400));
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (int width : List.of(400, 1280)) {
                Page page = signIn(width, scheme);
                assertThat(page.locator("#deny")).isVisible();
                assertThat((Boolean) page.evaluate(
                                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
                        .as("%s %s", scheme, width)
                        .isTrue();
                assertThat(new AxeBuilder(page).analyze().getViolations())
                        .as("%s %s", scheme, width)
                        .isEmpty();
                context.close();
            }
        }
    }

    /** The pictures of docs/console.md: {@code mvn -pl consoletests test -Dtest=BrowserTest -Dcarabiner.pictures=docs}. */
    @Test
    @EnabledIfSystemProperty(named = "carabiner.pictures", matches = ".+")
    void is_in_the_pictures_of_the_documentation() {
        desk.ask(
                EventData.of("command", "git push --force-with-lease origin release/4.2"),
                "Run this command (it would overwrite what others have pushed)?",
                Duration.ofMinutes(4),
                1);
        desk.ask(EventData.of("command", "npm publish"), "Publish?", Duration.ofMinutes(9), 2);
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (int width : List.of(400, 1280)) {
                Page page = signIn(width, scheme);
                assertThat(page.locator("#deny")).isVisible();
                String name = "approvals-" + width + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png";
                page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("../docs/images", name)));
                context.close();
            }
        }
    }
}
