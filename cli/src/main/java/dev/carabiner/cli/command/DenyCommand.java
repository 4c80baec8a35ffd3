package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.Vote;
import dev.carabiner.cli.terminal.Surroundings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carabiner approvals deny}: ends a request; one denial is enough. */
@Command(
        name = "deny",
        description = "Denies a request. One denial is enough, however many it needs to be allowed.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner approvals deny cb688544",
            "  carabiner approvals deny cb688544 --reason \"use the staging cluster\""
        })
final class DenyCommand extends StoreCommand {

    @Parameters(paramLabel = "REQUEST", description = "Its id, or an unmistakable beginning of it.")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    private String id;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; the model is told.")
    private String reason = "";

    @Option(names = "--as", paramLabel = "NAME", description = "Under which name. Preset: your user's.")
    private @Nullable String name;

    DenyCommand(Surroundings here) {
        super(here);
    }

    @Override
    int run(SharedStore store) {
        String person = StoreOptions.name(name);
        ApprovalRequest request = store.named(id).request();
        String option = request.options().stream()
                .filter(each -> !GrantRule.grants(each))
                .findFirst()
                .orElse("Deny");
        Vote vote = new Vote(person, "terminal", option, false, reason, null, null);
        return new VoteText(here).print(store.store().decide(request.id(), request.digest(), vote));
    }
}
