package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Screen;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.TerminalApproval;
import dev.carabiner.console.Console;
import dev.carabiner.console.ConsoleRole;
import dev.carabiner.console.User;
import dev.carabiner.engine.Engine;

/** The page of {@code run --console}: served by the agent's own process, over the store that its questions wait in. */
final class RunConsole implements AutoCloseable {

    private final SharedStore store;
    private final Engine engine;
    private final Console console;

    private RunConsole(SharedStore store, Engine engine, Console console) {
        this.store = store;
        this.engine = engine;
        this.console = console;
    }

    /** Starts it on a port that is free and prints its link, before there is a session that could record it. */
    static RunConsole start(RunOptions options, Surroundings here, Screen screen) {
        SharedStore store = SharedStore.open(options.bundle(), here);
        Engine engine = ConsoleSetup.engine(options.bundle(), here);
        try {
            Console console = ConsoleSetup.over(store, engine, here).start();
            screen.line("Open " + console.link(new User(TerminalApproval.person(), ConsoleRole.APPROVER)));
            ConsoleSetup.tellWebhooks(console, screen::line);
            return new RunConsole(store, engine, console);
        } catch (RuntimeException e) {
            engine.close();
            store.close();
            throw e;
        }
    }

    @Override
    public void close() {
        console.close();
        engine.close();
        store.close();
    }
}
