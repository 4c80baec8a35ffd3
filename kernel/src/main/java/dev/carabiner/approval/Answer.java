package dev.carabiner.approval;

import dev.carabiner.event.EventData;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a channel hands in. Start with {@link #of}; each of the other methods returns a changed copy.
 *
 * @param option the chosen option, one of {@link ApprovalRequest#options()}; anything else denies
 * @param decidedBy the person or the named system that chose it
 * @param shownDigest the digest of the operation that was shown with the question
 * @param input the tool's input as it was edited; null if it was not. All hooks judge an edited input before it runs:
 *     a question about it denies it, and so does a guard that would change it, or a hook whose failure denies
 * @param reason words for the model, told with a denial; empty for none
 * @param rule the rule that is to be made of the answer, in the terms of the store that keeps the rules; null for none
 */
public record Answer(
        String option,
        String decidedBy,
        String shownDigest,
        @Nullable EventData input,
        String reason,
        @Nullable EventData rule) {

    public Answer {
        Objects.requireNonNull(reason, "the reason of an answer");
    }

    /** An option, and nothing more. */
    public static Answer of(String option, String decidedBy, String shownDigest) {
        return new Answer(option, decidedBy, shownDigest, null, "", null);
    }

    /** The same with this input in the place of the one that was asked about. */
    public Answer input(EventData edited) {
        return new Answer(option, decidedBy, shownDigest, edited, reason, rule);
    }

    /** The same with words for the model. */
    public Answer reason(String text) {
        return new Answer(option, decidedBy, shownDigest, input, text, rule);
    }

    /** The same with the wish for a rule. */
    public Answer rule(EventData wish) {
        return new Answer(option, decidedBy, shownDigest, input, reason, wish);
    }
}
