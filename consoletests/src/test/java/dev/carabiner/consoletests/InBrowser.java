package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.console.ConsoleRole;
import dev.carabiner.console.User;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real browser before a real server and store. What the browser complains about is kept. */
@Timeout(180)
@NeedsBrowser
abstract class InBrowser {

    private static Playwright playwright;
    private static Browser browser;

    @TempDir
    Path directory;

    Desk desk;
    final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<BrowserContext> contexts = new ArrayList<>();

    @BeforeAll
    static void launch() {
        PlaywrightAssertions.setDefaultAssertionTimeout(20_000);
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(NeedsBrowser.CHROMIUM)
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
        closePages();
        desk.close();
    }

    void closePages() {
        contexts.forEach(BrowserContext::close);
        contexts.clear();
    }

    Page signIn(User user, int width, ColorScheme scheme) {
        BrowserContext context = browser.newContext(
                new Browser.NewContextOptions().setViewportSize(width, 800).setColorScheme(scheme));
        context.setDefaultTimeout(30_000);
        contexts.add(context);
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onDialog(dialog -> complaints.add("a dialog: " + dialog.message()));
        page.navigate(desk.console.link(user));
        page.locator("nav.rail, header.top")
                .first()
                .waitFor(new com.microsoft.playwright.Locator.WaitForOptions()
                        .setState(com.microsoft.playwright.options.WaitForSelectorState.ATTACHED));
        return page;
    }

    Page signIn(int width, ColorScheme scheme) {
        return signIn(new User("ann", ConsoleRole.APPROVER), width, scheme);
    }

    Page signIn() {
        return signIn(1280, ColorScheme.LIGHT);
    }

    /** Past the moment in which nothing acts. */
    static void settle(Page page) {
        page.locator("#deny").waitFor();
        page.waitForTimeout(900);
    }

    State state(ApprovalRequest request) {
        return desk.database.store().read(request.id()).state();
    }

    void awaitState(ApprovalRequest request, State wanted) throws Exception {
        assertThat(desk.database
                        .store()
                        .await(request.id(), Duration.ofSeconds(20))
                        .state())
                .isEqualTo(wanted);
    }
}
