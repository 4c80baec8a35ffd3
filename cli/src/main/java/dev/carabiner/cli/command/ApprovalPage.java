package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approval.Vote;
import dev.carabiner.approvals.RuleOffer;
import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.TimeLeft;
import dev.carabiner.display.VisibleText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A request as the commands print it. Everything in it that came from a model, a tool or a hook is escaped. */
final class ApprovalPage {

    /** How much of a digest tells an operation from others, and can be typed. */
    static final int SHORT_DIGEST = 12;

    private static final int TITLE = 100;

    private final Surroundings here;
    private final Styles styles;

    ApprovalPage(Surroundings here) {
        this.here = here;
        this.styles = here.styles();
    }

    /** Tool and main argument, in one line. */
    static String title(ApprovalRequest request) {
        for (String field : List.of("command", "file_path", "path", "url", "prompt")) {
            if (request.toolInput().get(field) instanceof String text) {
                return VisibleText.inOneLine(cut(request.tool() + " " + text));
            }
        }
        return VisibleText.inOneLine(cut(request.tool().isEmpty() ? request.event() : request.tool()));
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= TITLE
                ? text
                : text.substring(0, text.offsetByCodePoints(0, TITLE)) + "…";
    }

    static String left(StoredApproval stored, Instant now) {
        return TimeLeft.until(stored.expires(), now);
    }

    static String state(StoredApproval stored) {
        return stored.state().name().toLowerCase(Locale.ROOT);
    }

    void print(StoredApproval stored, List<RuleOffer> offers) {
        ApprovalRequest request = stored.request();
        field("request", request.id());
        field("state", stateLine(stored));
        field("session", request.session());
        field("asked by", request.hook() + " during " + request.event());
        field("question", request.prompt());
        if (!request.reason().isEmpty()) {
            field("why", request.reason());
        }
        field("options", String.join(", ", request.options()));
        if (request.votesNeeded() > 1 || !request.approvers().isEmpty()) {
            field("needs", quorum(stored));
        }
        field("digest", request.digest());
        here.out().println(styles.dim("operation"));
        request.shown().full().lines().forEach(line -> here.out().println("  " + line.replace("\t", "    ")));
        if (stored.state() == State.PENDING) {
            printAnswers(request, offers);
        }
    }

    private void printAnswers(ApprovalRequest request, List<RuleOffer> offers) {
        if (!offers.isEmpty()) {
            here.out().println(styles.dim("rules that --rule N can make of the answer"));
        }
        for (int i = 0; i < offers.size(); i++) {
            RuleOffer offer = offers.get(i);
            String cover = "covers " + offer.covers() + " of " + offer.past() + " past calls";
            int denied = offer.contradicted();
            String contrary = denied == 0
                    ? ""
                    : styles.red(", " + denied + (denied == 1 ? " of them was" : " of them were") + " denied");
            here.out().println("  " + (i + 1) + "  " + VisibleText.inOneLine(offer.text()) + "; " + cover + contrary);
        }
        String id = VisibleText.inOneLine(request.id());
        here.out().println(styles.dim("answer"));
        here.out()
                .println("  carabiner approvals allow " + id + " --digest "
                        + request.digest()
                                .substring(
                                        0,
                                        Math.min(SHORT_DIGEST, request.digest().length())));
        here.out().println("  carabiner approvals deny " + id);
    }

    private static String stateLine(StoredApproval stored) {
        ApprovalDecision decision = stored.decision();
        if (decision == null) {
            String then = stored.request().byDefault() == Decision.ALLOW ? "allowed" : "denied";
            return "pending, " + left(stored, Instant.now()) + " left, then " + then;
        }
        return state(stored) + ", " + who(decision);
    }

    /** Who decided, by which channel and when. */
    static String who(ApprovalDecision decision) {
        String channel = decision.channel().isEmpty() ? "" : " (" + decision.channel() + ")";
        return (decision.granted() ? "allowed by " : "denied by ") + decision.decidedBy() + channel + " at "
                + decision.decidedAt().truncatedTo(ChronoUnit.SECONDS);
    }

    private static String quorum(StoredApproval stored) {
        ApprovalRequest request = stored.request();
        String of =
                request.approvers().isEmpty() ? "different persons" : "of " + String.join(", ", request.approvers());
        String votes = stored.votes().stream().map(Vote::voter).collect(Collectors.joining(", "));
        return request.votesNeeded() + " " + of + (votes.isEmpty() ? "" : "; allowed so far: " + votes);
    }

    private void field(String name, String value) {
        here.out().println(styles.dim(String.format(Locale.ROOT, "%-10s", name)) + VisibleText.inOneLine(value));
    }
}
