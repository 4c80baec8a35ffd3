package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Prompter;
import dev.carabiner.cli.terminal.Screen;
import dev.carabiner.cli.terminal.SlashCommand;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.SessionException;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.context.Compaction;
import dev.carabiner.runtime.store.SessionStatus;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes prompt after prompt until the person ends the session. */
final class PromptLoop {

    private final Function<String, Session> resume;
    private final Interruption interruption;
    private final Screen screen;
    private final Prompter prompter;
    private final String again;
    private Session session;

    /** A cancelled session takes no more prompts; the function goes on with the one of that id. */
    PromptLoop(
            Session session,
            Function<String, Session> resume,
            Interruption interruption,
            Screen screen,
            Prompter prompter,
            String again) {
        this.session = session;
        this.resume = resume;
        this.interruption = interruption;
        this.screen = screen;
        this.prompter = prompter;
        this.again = again;
    }

    int hold() {
        while (true) {
            if (session.coordinator().cancellation().requested()) {
                goOnWith(session); // a cancelled session takes no more prompts
            }
            screen.awaitRelease(); // one that was cancelled may be on its way out
            switch (prompter.read()) {
                case Prompter.Entry.End end -> {
                    return leave();
                }
                case Prompter.Entry.Interrupted interrupted ->
                    screen.line(screen.styles().dim(SlashCommand.EXIT.typed() + " or Ctrl-D ends the session"));
                case Prompter.Entry.Text entered -> {
                    String line = entered.text().strip();
                    if (line.equals("exit") || line.equals("quit")) { // these are no prompts
                        return leave();
                    } else if (SlashCommand.isMeant(line)) {
                        if (!obeyed(line)) {
                            return leave();
                        }
                    } else if (!line.isEmpty()) {
                        prompted(line);
                    }
                }
            }
        }
    }

    private void prompted(String line) {
        session.prompt(line);
    }

    /** False if it was the last. */
    private boolean obeyed(String line) {
        switch (SlashCommand.find(line)) {
            case null -> screen.line(SlashCommand.unknown(line));
            case HELP -> screen.line(SlashCommand.help());
            case COMPACT -> compacted(session.compact());
            case FORK -> fork();
            case EXIT -> {
                return false;
            }
        }
        return true;
    }

    private void fork() {
        try {
            Session fork = session.fork();
            fork.close();
            goOnWith(fork);
            screen.line(screen.styles().dim("This is now session " + session.id()));
        } catch (SessionException e) {
            screen.line(VisibleText.escaped(String.valueOf(e.getMessage())));
        }
    }

    private void compacted(@Nullable Compaction done) {
        if (done == null) {
            screen.line("A hook did not allow it");
        } else if (done.previousTokens() == done.currentTokens()) {
            screen.line("There is nothing to shorten");
        }
    }

    private void goOnWith(Session next) {
        session.close(SessionStatus.USER_EXIT);
        session = resume.apply(next.id());
        interruption.stops(session);
    }

    private int leave() {
        session.close(SessionStatus.USER_EXIT);
        String unrecorded = session.auditTrouble();
        if (unrecorded != null) {
            screen.line(screen.styles().red(VisibleText.escaped(unrecorded)));
            return ExitCode.FAILED;
        }
        screen.line(screen.styles().dim("Go on with: " + again + session.id()));
        return ExitCode.DONE;
    }
}
