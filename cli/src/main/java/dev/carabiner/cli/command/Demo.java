package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.cli.terminal.EventPrinter;
import dev.carabiner.cli.terminal.Screen;
import dev.carabiner.cli.terminal.ScreenDisplay;
import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.SystemTerminal;
import dev.carabiner.cli.terminal.TerminalApproval;
import dev.carabiner.context.Message;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.store.SessionStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/** A guided session: a real agent with a provider that needs no model, in a directory that is gone afterwards. */
final class Demo {

    private final Surroundings here;
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    Demo(Surroundings here) {
        this.here = here;
    }

    int run() throws IOException {
        Path directory = Files.createTempDirectory("carabiner-demo-");
        try (Terminal terminal = here.interactive() ? SystemTerminal.open(here) : null;
                Screen screen = terminal == null
                        ? Screen.plain(
                                new PrintWriter(here.out(), true, here.out().charset()), here.styles(), here.columns())
                        : SystemTerminal.screen(terminal, here)) {
            return play(directory, terminal, screen) ? ExitCode.DONE : ExitCode.FAILED;
        } finally {
            remove(directory);
        }
    }

    private boolean play(Path directory, @Nullable Terminal terminal, Screen screen) throws IOException {
        Path project = Files.createDirectory(directory.resolve("project"));
        Files.writeString(project.resolve("notes.txt"), "Carabiner: a hook with a gate.\n");
        Path deployment = Files.writeString(project.resolve("deploy.sh"), "#!/bin/sh\necho Deployed, or so it says.\n");
        deployment.toFile().setExecutable(true);
        SessionStore store = SessionStore.at(directory.resolve("sessions"));
        String id;
        try (Session session = session(store, project, terminal, screen)) {
            id = session.id();
            acts(session, screen);
        }
        return summary(store.auditDirectory(id), screen);
    }

    private Session session(SessionStore store, Path project, @Nullable Terminal terminal, Screen screen) {
        HookRegistry hooks = new HookRegistry();
        hooks.observe(
                HookOptions.forEvent("*").priority(Integer.MIN_VALUE).name("demo-counter"),
                (event, data) -> counts.merge(event, 1, Integer::sum));
        new EventPrinter(screen).watch(hooks);
        DemoHooks.register(hooks);
        AgentCatalog catalog = Bundles.catalog(here);
        ApprovalChannel approvals =
                terminal == null ? FixedAnswers.byDefault() : new TerminalApproval(terminal, screen);
        return Session.builder()
                .bundle(catalog.loader().builtIn("default"))
                .catalog(catalog)
                .hooks(hooks)
                .store(store)
                .channels(List.of(approvals))
                .display(new ScreenDisplay(screen))
                .workingDirectory(project)
                .start();
    }

    private void acts(Session session, Screen screen) {
        act(screen, "Context", "Hooks of session:start have told the model where it is:");
        session.messages().stream()
                .filter(message -> "hook".equals(message.metadata().get("source")))
                .forEach(message -> quote(screen, message));
        act(screen, "Block", "A command that no guard lets pass. The model is told why.");
        session.prompt("run rm -rf /");
        act(screen, "Modify", "The model writes a token into a file. A hook takes it out before the tool runs.");
        session.prompt("write app.properties: token=s3cr3t\\n");
        act(screen, "Inject feedback", "A linter hook finds a mistake; the model mends it in the same turn.");
        session.prompt("write table.yaml: rows:\\n\\t- first\\n");
        act(screen, "Ask a human", "A hook wants to know. Without an answer the safe default holds.");
        session.prompt("run ./deploy.sh");
        act(screen, "Control output", "A hook printed a line at every tool call so far, and kept it off the screen.");
        session.prompt("read notes.txt");
        act(screen, "Sub-agent", "The agent delegates. The child passes the same hooks.");
        session.prompt("delegate explorer: read notes.txt");
    }

    private void act(Screen screen, String title, String explanation) {
        Styles styles = here.styles();
        screen.line("\n" + styles.bold(styles.cyan("── " + title + " ")) + styles.dim(explanation));
    }

    private void quote(Screen screen, Message message) {
        message.text()
                .lines()
                .limit(6)
                .forEach(line ->
                        screen.line("  " + here.styles().dim(message.metadata().get("hook_name") + ": ") + line));
    }

    /** True if the log is what was written. */
    private boolean summary(Path log, Screen screen) throws IOException {
        act(screen, "The record", "Every emit, decision, permit and injection is in a log that shows every change.");
        VerifierKey root =
                VerifierKey.parse(Files.readString(log.resolve("root.pub")).strip());
        Verdict verdict = LogVerifier.verify(log, root, List.of());
        new TreeMap<>(Map.of(
                        "1 events",
                                counts.values().stream()
                                        .mapToInt(Integer::intValue)
                                        .sum(),
                        "2 tool calls asked for", count("tool:pre"),
                        "3 tool calls run", count("tool:post"),
                        "4 denied", count("policy:violation"),
                        "5 questions to a human", count("approval:required"),
                        "6 sub-agents", count("agent:spawn"),
                        "7 audit records", (int) verdict.records()))
                .forEach((what, number) -> screen.line(String.format("  %-24s %6d", what.substring(2), number)));
        boolean good = verdict.result() == Verdict.Result.GOOD;
        Styles styles = here.styles();
        screen.line("  "
                + (good ? styles.green(styles.tick() + " verified: ") : styles.red(styles.cross() + " not verified: "))
                + verdict.explanation());
        screen.line("\n" + styles.dim("Next: carabiner run, carabiner events, carabiner --help"));
        return good;
    }

    private int count(String event) {
        return counts.getOrDefault(event, 0);
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
