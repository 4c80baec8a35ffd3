package dev.carabiner.approval;

import dev.carabiner.event.EventData;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One answer on its way into the store.
 *
 * @param voter the person or named system
 * @param channel the name of the channel that it comes by; empty if it comes by none
 * @param option the chosen option
 * @param approve whether the option grants, see {@link GrantRule#grants(ApprovalRequest, String)}
 * @param reason the voter's words for the model; empty for none
 * @param input the tool's input as the voter edited it; null if it was not edited
 * @param rule the rule that the voter wishes; null for none
 * @param counted when a store has counted it, by its clock; null before
 */
public record Vote(
        String voter,
        String channel,
        String option,
        boolean approve,
        String reason,
        @Nullable EventData input,
        @Nullable EventData rule,
        @Nullable Instant counted) {

    public Vote {
        Objects.requireNonNull(voter, "the voter");
        Objects.requireNonNull(channel, "the channel of a vote");
        Objects.requireNonNull(option, "the option of a vote");
        Objects.requireNonNull(reason, "the reason of a vote");
    }

    /** A vote that no store has counted yet. */
    public Vote(
            String voter,
            String channel,
            String option,
            boolean approve,
            String reason,
            @Nullable EventData input,
            @Nullable EventData rule) {
        this(voter, channel, option, approve, reason, input, rule, null);
    }

    /** The same vote, counted at that moment. For stores. */
    public Vote countedAt(Instant moment) {
        return new Vote(voter, channel, option, approve, reason, input, rule, moment);
    }

    /** Several approvals as the one that they come to: by all voters, with the narrowest option. For stores. */
    public static Vote together(List<Vote> approvals) {
        String option = approvals.stream()
                .map(Vote::option)
                .filter(it -> !GrantRule.remembers(it))
                .findFirst()
                .orElse(approvals.getLast().option());
        String voters = approvals.stream().map(Vote::voter).collect(Collectors.joining(", "));
        String channels = approvals.stream().map(Vote::channel).distinct().collect(Collectors.joining(", "));
        return new Vote(voters, channels, option, true, "", null, null);
    }

    /**
     * Why no store may count this vote, whatever state the request is in; null if it may.
     *
     * @param digest the digest that the voter was shown
     */
    public @Nullable String refusal(ApprovalRequest request, String digest) {
        String name = DeciderName.refusal(voter);
        if (name != null) {
            return name;
        }
        if (!request.digest().equals(digest)) {
            return "The operation is another one than was shown";
        }
        if (approve && !GrantRule.grants(request, option)) {
            return "The option \"" + option + "\" does not grant this request";
        }
        if (approve && !request.approvers().isEmpty() && !request.approvers().contains(voter)) {
            return "Only " + String.join(", ", request.approvers()) + " may allow this";
        }
        if (request.edited(input) == null) {
            return null;
        }
        if (!approve || !request.hasToolInput()) {
            return "There is no tool input to edit";
        }
        return request.votesNeeded() == 1 ? null : "An edited input must be asked about anew, since others vote too";
    }
}
