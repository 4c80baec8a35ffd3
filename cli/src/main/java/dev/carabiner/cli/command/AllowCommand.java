package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approval.Vote;
import dev.carabiner.approvals.RuleOffer;
import dev.carabiner.approvals.RuleOffers;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.RuleWish;
import dev.carabiner.session.DurationText;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carabiner approvals allow}: one vote, for the operation that the digest names. */
@Command(
        name = "allow",
        sortOptions = false,
        description = {
            "Allows a request. What is allowed is named by its digest, which 'show' prints: so nothing is allowed"
                    + " unseen.",
            "Without --digest, at a terminal, the request is shown and you are asked."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner approvals allow cb688544",
            "  carabiner approvals allow cb688544 --digest 9c1f44b2a0e1",
            "  carabiner approvals allow cb688544 --digest 9c1f44b2a0e1 --rule 1 --ends 8h --uses 10",
            "  carabiner approvals allow cb688544 --digest 9c1f44b2a0e1 --edit '{\"command\":\"git push\"}'"
        })
final class AllowCommand extends StoreCommand {

    /** A digest begins so in the API, whose answers one may copy it from. */
    private static final String API_DIGEST = "sha256:";

    private static final String ENDS = "8h";
    private static final int USES = 10;
    private static final int MOST_USES = 1_000_000;

    @Parameters(paramLabel = "REQUEST", description = "Its id, or an unmistakable beginning of it.")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    private String id;

    @Option(
            names = "--digest",
            paramLabel = "HEX",
            description = "The digest of what you have seen, or its first " + ApprovalPage.SHORT_DIGEST + " digits.")
    private @Nullable String digest;

    @Option(
            names = "--option",
            paramLabel = "TEXT",
            description = "The option to choose. Preset: the narrowest that allows.")
    private @Nullable String option;

    @Option(
            names = "--edit",
            paramLabel = "JSON|@FILE|-",
            description = "Allow this input instead; the guards judge it before it runs.")
    private @Nullable String edit;

    @Option(names = "--rule", paramLabel = "N", description = "Make the rule that 'show' prints as number N, too.")
    private @Nullable Integer rule;

    @Option(
            names = "--ends",
            paramLabel = "TIME|session",
            description = "When the rule ends, as in 30m or 8h, or with the session that asks. Preset: 8h.")
    private @Nullable String ends;

    @Option(names = "--uses", paramLabel = "N", description = "How often the rule may answer. Preset: 10.")
    private @Nullable Integer uses;

    @Option(names = "--as", paramLabel = "NAME", description = "Under which name. Preset: your user's.")
    private @Nullable String name;

    AllowCommand(Surroundings here) {
        super(here);
    }

    /** What could be made of an allow, where the session's directory is known. */
    static List<RuleOffer> offers(SharedStore store, StoredApproval stored) {
        return stored.state() != State.PENDING
                ? List.of()
                : new RuleOffers(stored.request(), store::directoryOf)
                        .of(Decision.ALLOW, store.database().ended(SharedStore.PAST));
    }

    @Override
    int run(SharedStore store) throws IOException {
        String person = StoreOptions.name(name);
        StoredApproval stored = store.named(id);
        if (digest == null) {
            return ask(store, stored, person);
        }
        ApprovalRequest request = stored.request();
        String seen = digest.startsWith(API_DIGEST) ? digest.substring(API_DIGEST.length()) : digest;
        if (seen.length() < ApprovalPage.SHORT_DIGEST || !request.digest().startsWith(seen)) {
            throw CommandException.failed("The digest " + digest + " is not that of request " + request.id()
                    + ", or shorter than " + ApprovalPage.SHORT_DIGEST + " digits; look at it again:"
                    + " carabiner approvals show " + request.id());
        }
        Vote vote = new Vote(person, "terminal", chosen(request), true, "", edited(), wish(store, stored));
        return new VoteText(here).print(store.store().decide(request.id(), request.digest(), vote));
    }

    private int ask(SharedStore store, StoredApproval stored, String person) throws IOException {
        if (!here.interactive()) {
            throw CommandException.usage("Without a terminal, --digest must say what is allowed; look at it first:"
                    + " carabiner approvals show " + stored.id());
        }
        if (edit != null || rule != null || option != null) {
            throw CommandException.usage("--edit, --rule and --option need --digest, which 'show' prints");
        }
        return new StoreDialogs(here, store.store(), person).ask(stored);
    }

    private String chosen(ApprovalRequest request) {
        if (option != null) {
            if (!GrantRule.grants(request, option)) {
                throw CommandException.usage("The option '" + option + "' allows nothing here; expected one of "
                        + request.options().stream().filter(GrantRule::grants).toList());
            }
            return option;
        }
        List<String> granting =
                request.options().stream().filter(GrantRule::grants).toList();
        return granting.stream()
                .filter(each -> !GrantRule.remembers(each))
                .findFirst()
                .orElseThrow(() -> CommandException.usage(
                        granting.isEmpty()
                                ? "This request offers no option that allows it"
                                : "Say how far it reaches: --option \"" + granting.getFirst() + "\""));
    }

    private @Nullable EventData edited() throws IOException {
        return edit == null ? null : JsonArgument.read("--edit", edit, here);
    }

    private @Nullable EventData wish(SharedStore store, StoredApproval stored) {
        if (rule == null) {
            if (ends != null || uses != null) {
                throw CommandException.usage((ends != null ? "--ends" : "--uses")
                        + " is for a rule, and --rule N says which; 'show' lists them");
            }
            return null;
        }
        if (edit != null) {
            throw CommandException.usage("--rule is for what was asked, --edit changes it; one of them");
        }
        ApprovalDecision before = stored.decision();
        if (before != null) {
            throw CommandException.failed("Too late: " + ApprovalPage.who(before));
        }
        List<RuleOffer> offers = offers(store, stored);
        if (rule < 1 || rule > offers.size()) {
            throw CommandException.usage(
                    offers.isEmpty()
                            ? "No rule can cover this request"
                            : "--rule " + rule + " is none of 1 to " + offers.size() + ", which 'show' prints");
        }
        int most = uses == null ? USES : uses;
        if (most < 1 || most > MOST_USES) {
            throw CommandException.usage("--uses " + most + " is not from 1 to " + MOST_USES);
        }
        ApprovalRule made = offers.get(rule - 1).rule().uses(most);
        return RuleWish.written(ending(made, stored.request().session()));
    }

    private ApprovalRule ending(ApprovalRule made, String session) {
        String end = ends == null ? ENDS : ends;
        if (end.equals("session")) {
            return made.within(session);
        }
        try {
            Duration time = DurationText.parse(end);
            if (time.isZero()) {
                throw CommandException.usage(
                        "--ends " + end + " is over at once; expected a time such as 8h, or session");
            }
            return made.until(Instant.now().plus(time));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--ends: " + e.getMessage() + ", nor is it 'session'");
        }
    }
}
