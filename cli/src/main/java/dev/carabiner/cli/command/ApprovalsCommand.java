package dev.carabiner.cli.command;

import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.RuleOffer;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.Table;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carabiner approvals}: what agents wait for, from any terminal. */
@Command(
        name = "approvals",
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Lists, shows and answers what agents are waiting for, in any terminal of yours.",
            "The first answer counts; who comes later is told who was first."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner approvals list",
            "  carabiner approvals show cb688544",
            "  carabiner approvals allow cb688544 --digest 9c1f44b2a0e1",
            "  carabiner approvals deny cb688544 --reason \"not on a Friday\"",
            "  carabiner approvals watch                  asks you here as agents ask"
        })
final class ApprovalsCommand extends CommandGroup {

    static CommandLine in(Surroundings here) {
        return new CommandLine(new ApprovalsCommand())
                .addSubcommand(new ListCommand(here))
                .addSubcommand(new ShowCommand(here))
                .addSubcommand(new AllowCommand(here))
                .addSubcommand(new DenyCommand(here))
                .addSubcommand(new WatchCommand(here));
    }

    @Command(
            name = "list",
            description = "Lists what waits, the one that expires first on top.",
            footerHeading = "%nExamples:%n",
            footer = {"  carabiner approvals list", "  carabiner approvals list --all   also what was answered lately"})
    static final class ListCommand extends StoreCommand {

        private static final int SHOWN = 50;

        @Option(names = "--all", description = "Also the last " + SHOWN + " that have ended.")
        private boolean all;

        ListCommand(Surroundings here) {
            super(here);
        }

        @Override
        int run(SharedStore store) {
            List<StoredApproval> waiting = store.pending();
            List<StoredApproval> ended = all ? store.database().ended(SHOWN) : List.of();
            if (waiting.isEmpty() && ended.isEmpty()) {
                here.out().println("No agent waits for an answer");
                return ExitCode.DONE;
            }
            Table table =
                    new Table(here.styles(), here.columns(), "REQUEST", "LEFT", "STATE", "ASKED BY", "SESSION", "WHAT");
            Instant now = Instant.now();
            waiting.forEach(each -> row(table, each, ApprovalPage.left(each, now)));
            ended.forEach(each -> row(table, each, ""));
            here.out().print(table.text());
            return ExitCode.DONE;
        }

        private static void row(Table table, StoredApproval each, String left) {
            String votes = each.request().votesNeeded() > 1
                    ? " " + each.votes().size() + "/" + each.request().votesNeeded()
                    : "";
            table.row(
                    each.id(),
                    left,
                    ApprovalPage.state(each) + votes,
                    each.request().hook(),
                    each.request().session(),
                    ApprovalPage.title(each.request()));
        }
    }

    @Command(
            name = "show",
            description = "Shows a request whole, with its digest and the rules that could be made of the answer.",
            footerHeading = "%nExamples:%n",
            footer = "  carabiner approvals show cb688544")
    static final class ShowCommand extends StoreCommand {

        @Parameters(paramLabel = "REQUEST", description = "Its id, or an unmistakable beginning of it.")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String id;

        ShowCommand(Surroundings here) {
            super(here);
        }

        @Override
        int run(SharedStore store) {
            StoredApproval stored = store.named(id);
            List<RuleOffer> offers = AllowCommand.offers(store, stored);
            new ApprovalPage(here).print(stored, offers);
            return ExitCode.DONE;
        }
    }
}
