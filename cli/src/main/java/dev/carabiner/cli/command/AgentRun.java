package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.cli.command.RunOptions.Approve;
import dev.carabiner.cli.terminal.EventPrinter;
import dev.carabiner.cli.terminal.JsonPrinter;
import dev.carabiner.cli.terminal.Prompter;
import dev.carabiner.cli.terminal.Screen;
import dev.carabiner.cli.terminal.ScreenDisplay;
import dev.carabiner.cli.terminal.ScreenLog;
import dev.carabiner.cli.terminal.SlashCommand;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.SystemTerminal;
import dev.carabiner.cli.terminal.TerminalApproval;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.SessionException;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.agent.SessionBuilder;
import dev.carabiner.runtime.agent.TurnResult;
import dev.carabiner.runtime.agent.TurnStatus;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.runtime.store.SessionStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jline.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/** One use of {@code carabiner run}, from the bundle to the exit code. */
final class AgentRun {

    private final Surroundings here;
    private final RunOptions options;
    private final SessionStore store;
    private final AgentCatalog catalog;
    private final ChosenBundle bundle;

    AgentRun(Surroundings here, RunOptions options) {
        this.here = here;
        this.options = options;
        this.store = store(here);
        this.catalog = Bundles.catalog(here);
        this.bundle = ChosenBundle.of(options, catalog, here);
    }

    static SessionStore store(Surroundings here) {
        return SessionStore.at(here.ownDirectory().resolve("sessions"));
    }

    int run() throws IOException {
        boolean live = here.interactive() && !options.json();
        try (Terminal terminal = live ? SystemTerminal.open(here) : null;
                Screen screen = terminal == null
                        ? Screen.plain(writer(), here.styles(), here.columns())
                        : SystemTerminal.screen(terminal, here)) {
            return run(terminal, screen);
        } catch (SessionException e) {
            if (!e.denied()) {
                throw e;
            }
            here.err().println(here.styles().red("carabiner: ") + VisibleText.escaped(String.valueOf(e.getMessage())));
            return ExitCode.DENIED;
        }
    }

    private PrintWriter writer() {
        return new PrintWriter(
                options.json() ? here.err() : here.out(), true, here.out().charset());
    }

    private int run(@Nullable Terminal terminal, Screen screen) throws IOException {
        ScreenLog.install(screen, here.debugging());
        try (RunConsole console = options.console() ? RunConsole.start(options, here, screen) : null;
                Interruption interruption = new Interruption(terminal, here.err())) {
            Session session = begin(options.resume(), terminal, screen);
            interruption.stops(session);
            SessionMetadata known = store.metadata(session.id());
            if (options.model() != null && !takesModel(known)) {
                here.err()
                        .println(here.styles().yellow("carabiner: warning: ") + "--model "
                                + VisibleText.inOneLine(options.model()) + " is ignored: " + known.provider()
                                + " uses no model; --provider chooses another");
            }
            return options.prompt() == null
                    ? converse(session, known, interruption, terminal, screen)
                    : answer(session, options.prompt(), screen);
        }
    }

    private int answer(Session session, String prompt, Screen screen) {
        try {
            TurnResult result = session.prompt(prompt);
            session.close(end(result));
            if (isUnrecorded(session, result, screen)) {
                return ExitCode.FAILED;
            }
            farewell(session, screen);
            return exitCode(result);
        } finally {
            session.close(SessionStatus.ERROR); // if it has not ended well before
        }
    }

    /** What was done is not all on the record: that is no success, and it is said unless the answer has said it. */
    private boolean isUnrecorded(Session session, TurnResult result, Screen screen) {
        String trouble = session.auditTrouble();
        if (trouble != null && !trouble.equals(result.answer())) {
            screen.line(here.styles().red(VisibleText.escaped(trouble)));
        }
        return trouble != null;
    }

    private int converse(
            Session session,
            SessionMetadata known,
            Interruption interruption,
            @Nullable Terminal terminal,
            Screen screen)
            throws IOException {
        Prompter prompter = prompter(terminal);
        introduce(known, screen);
        return new PromptLoop(session, id -> begin(id, terminal, screen), interruption, screen, prompter, again())
                .hold();
    }

    /** What answers, under which rules, where, and as which session. */
    private void introduce(SessionMetadata known, Screen screen) {
        String files = bundle.files().isEmpty() ? "" : " (" + bundle.files().getFirst() + ")";
        field(screen, "provider", known.provider() + (takesModel(known) ? ", model " + known.model() : ""));
        field(screen, "bundle", known.bundle() + files);
        field(screen, "directory", options.directory().toString());
        field(screen, "session", known.id());
        screen.line("Enter a prompt, or " + SlashCommand.HELP.typed() + "; Ctrl-D ends the session.");
    }

    private void field(Screen screen, String name, String value) {
        screen.line(here.styles().dim(String.format("%-10s", name)) + VisibleText.inOneLine(value));
    }

    private boolean takesModel(SessionMetadata known) {
        return catalog.provider(known.provider()).configKeys().containsKey("model");
    }

    /** What a person types to go on. */
    private String again() {
        return "carabiner run" + (options.bundle() == null ? "" : " --bundle " + options.bundle()) + " --resume ";
    }

    private Session begin(@Nullable String resumed, @Nullable Terminal terminal, Screen screen) {
        HookRegistry hooks = new HookRegistry();
        if (options.json()) {
            new JsonPrinter(here.out()).watch(hooks);
        } else {
            new EventPrinter(screen).watch(hooks);
        }
        SessionBuilder builder = Session.builder()
                .bundle(bundle.bundle())
                .catalog(catalog)
                .hooks(hooks)
                .store(store)
                .channels(channels(terminal, screen))
                .approvalsIn(Bundles.approvals(here))
                .display(new ScreenDisplay(screen))
                .workingDirectory(options.directory())
                .closedToTools(bundle.files())
                .lockdown(Bundles.lockdown(here))
                .environment(here.environment()::get);
        if (options.bundle() != null) {
            builder.withAnyBundle();
        }
        return resumed == null ? builder.start() : builder.resume(resumed);
    }

    /** With a console, a question that would be asked at the terminal waits on the page too, and there alone without one. */
    private List<ApprovalChannel> channels(@Nullable Terminal terminal, Screen screen) {
        if (!options.console() || options.approve() != Approve.ASK) {
            return List.of(approvals(terminal, screen));
        }
        ApprovalChannel page = new AnsweredOnPage(screen);
        return terminal == null ? List.of(page) : List.of(new TerminalApproval(terminal, screen), page);
    }

    private ApprovalChannel approvals(@Nullable Terminal terminal, Screen screen) {
        return switch (options.approve()) {
            case ASK -> terminal == null ? FixedAnswers.byDefault() : new TerminalApproval(terminal, screen);
            case ELSEWHERE -> new AnsweredElsewhere(screen);
            case DEFAULT -> FixedAnswers.byDefault();
            case ALLOW -> FixedAnswers.allow();
            case DENY -> FixedAnswers.deny();
        };
    }

    private Prompter prompter(@Nullable Terminal terminal) throws IOException {
        if (terminal == null) {
            throw CommandException.usage("A conversation needs a terminal, and no --json");
        }
        return new Prompter(terminal, here.styles(), here.ownDirectory().resolve("history"), options.directory());
    }

    /** How to go on, where it does not disturb what a program reads. */
    private void farewell(Session session, Screen screen) {
        if (here.interactive() && !options.json()) {
            screen.line(here.styles().dim("Go on with: " + again() + session.id()));
        }
    }

    private static SessionStatus end(TurnResult result) {
        return switch (result.status()) {
            case SUCCESS, DENIED -> SessionStatus.COMPLETE;
            case INTERRUPTED -> SessionStatus.USER_EXIT;
            case ERROR -> SessionStatus.ERROR;
        };
    }

    private static int exitCode(TurnResult result) {
        if (result.denied()) {
            return ExitCode.DENIED;
        }
        return result.status() == TurnStatus.SUCCESS ? ExitCode.DONE : ExitCode.FAILED;
    }
}
