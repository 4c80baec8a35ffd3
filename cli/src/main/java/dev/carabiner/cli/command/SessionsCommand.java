package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carabiner sessions}: what has been run. */
@Command(
        name = "sessions",
        synopsisSubcommandLabel = "COMMAND",
        description = "Lists and shows sessions, which are kept in ~/.carabiner/sessions.",
        footerHeading = "%nExamples:%n",
        footer = {"  carabiner sessions list", "  carabiner sessions show last"})
final class SessionsCommand extends CommandGroup {

    /** The list, for those who come with options; without, it is answered before this is loaded. */
    @Command(
            name = "list",
            description = "Lists the sessions, those used last first.",
            footerHeading = "%nExamples:%n",
            footer = "  carabiner sessions list")
    static final class ListCommand implements Callable<Integer> {

        private final Surroundings here;

        ListCommand(Surroundings here) {
            this.here = here;
        }

        @Override
        public Integer call() {
            return SessionTable.print(here);
        }
    }

    @Command(
            name = "show",
            description = "Shows a session: what is known of it, and its conversation.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  carabiner sessions show 20260131-090412-1a5afe01",
                "  carabiner sessions show 20260131-09              the only one that begins so",
                "  carabiner sessions show last --full"
            })
    static final class ShowCommand implements Callable<Integer> {

        private final Surroundings here;

        @Parameters(
                paramLabel = "SESSION",
                description = "Its id, an unmistakable beginning of it, or 'last' for the one used last.")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String id;

        @Option(names = "--full", description = "Every message whole; else long ones are cut, and say so.")
        private boolean full;

        ShowCommand(Surroundings here) {
            this.here = here;
        }

        @Override
        public Integer call() {
            new SessionText(here, full).print(id);
            return ExitCode.DONE;
        }
    }
}
