package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Screen;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.TerminalApproval;
import dev.carabiner.console.Console;
import dev.carabiner.console.ConsoleRole;
import dev.carabiner.console.User;

/** The page of {@code run --console}: served by the agent's own process, over the store that its questions wait in. */
final class RunConsole implements AutoCloseable {

    private final SharedStore store;
    private final ServedBundle bundle;
    private final Console console;

    private RunConsole(SharedStore store, ServedBundle bundle, Console console) {
        this.store = store;
        this.bundle = bundle;
        this.console = console;
    }

    /** Starts it on a port that is free and prints its link, before there is a session that could record it. */
    static RunConsole start(RunOptions options, Surroundings here, Screen screen) {
        SharedStore store = SharedStore.open(options.bundle(), here);
        ServedBundle bundle = ServedBundle.read(options.bundle(), here);
        try {
            Console console = ConsoleSetup.over(store, bundle, here).start();
            screen.line("Open " + console.link(new User(TerminalApproval.person(), ConsoleRole.APPROVER)));
            ConsoleSetup.tellWebhooks(console, screen::line);
            return new RunConsole(store, bundle, console);
        } catch (RuntimeException e) {
            bundle.close();
            store.close();
            throw e;
        }
    }

    @Override
    public void close() {
        console.close();
        bundle.close();
        store.close();
    }
}
