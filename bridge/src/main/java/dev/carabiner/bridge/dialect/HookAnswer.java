package dev.carabiner.bridge.dialect;

import dev.carabiner.event.EventData;
import org.jspecify.annotations.Nullable;

/**
 * What a hook of another agent has said, in no agent's words.
 *
 * @param verdict what it decided
 * @param reason why, for the model; empty if it does not say
 * @param context what it tells the model beside; empty for nothing
 * @param message what it tells the user; empty for nothing
 * @param input the tool's input that it wants instead, in their names; null for none
 * @param merges whether that input is laid over the present one rather than put in its place
 * @param output the tool's output that it wants instead; null for none
 */
public record HookAnswer(
        Verdict verdict,
        String reason,
        String context,
        String message,
        @Nullable EventData input,
        boolean merges,
        @Nullable Object output) {

    /** The kinds of decisions. */
    public enum Verdict {
        /** None. */
        NONE,
        /** It has no objection. This approves nothing: other hooks and people are asked as ever. */
        ALLOW,
        /** A human is to be asked. */
        ASK,
        /** It blocks. */
        BLOCK,
        /** The agent is to stop altogether. */
        STOP
    }

    /** Nothing at all. */
    public static final HookAnswer NOTHING = new HookAnswer(Verdict.NONE, "", "", "", null, false, null);

    /** One verdict and its reason. */
    public static HookAnswer of(Verdict verdict, String reason) {
        return new HookAnswer(verdict, reason, "", "", null, false, null);
    }

    HookAnswer reason(String text) {
        return new HookAnswer(verdict, text, context, message, input, merges, output);
    }

    HookAnswer context(String text) {
        return new HookAnswer(verdict, reason, text, message, input, merges, output);
    }

    HookAnswer message(String text) {
        return new HookAnswer(verdict, reason, context, text, input, merges, output);
    }

    HookAnswer input(@Nullable EventData newInput, boolean merging) {
        return new HookAnswer(verdict, reason, context, message, newInput, merging, output);
    }

    HookAnswer output(@Nullable Object newOutput) {
        return new HookAnswer(verdict, reason, context, message, input, merges, newOutput);
    }
}
