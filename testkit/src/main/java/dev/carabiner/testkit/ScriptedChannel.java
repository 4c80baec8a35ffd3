package dev.carabiner.testkit;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A channel whose human answers by a script: one step for each question, in the order in which they are asked. It
 * remembers what it was asked. A question beyond the end of the script is a failure of the channel, so that it is denied
 * and the reason says so.
 */
public final class ScriptedChannel implements ApprovalChannel {

    private static final String WHO = "the script";

    /** What the human does with one question. What it returns takes the question away. */
    private interface Step {
        AutoCloseable play(PendingApproval pending) throws Exception;
    }

    private final Queue<Step> script = new ConcurrentLinkedQueue<>();
    private final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
    private final @Nullable Step always;

    private ScriptedChannel(@Nullable Step always) {
        this.always = always;
    }

    /** One of these options for each question, in this order. */
    public static ScriptedChannel answering(String... options) {
        ScriptedChannel channel = new ScriptedChannel(null);
        for (String option : options) {
            channel.then(option);
        }
        return channel;
    }

    /** The same option for every question. */
    public static ScriptedChannel always(String option) {
        return new ScriptedChannel(answer(option, "", null));
    }

    /** Shows every question and never answers: timeouts decide. */
    public static ScriptedChannel silent() {
        return new ScriptedChannel(pending -> () -> {});
    }

    /** The next question is answered with this option. */
    public ScriptedChannel then(String option) {
        return step(answer(option, "", null));
    }

    /** The next question is answered with this option, and these words for the model. */
    public ScriptedChannel then(String option, String reason) {
        return step(answer(option, reason, null));
    }

    /** The next question is answered with this option, for this input in the place of the one that was shown. */
    public ScriptedChannel thenEdited(String option, EventData input) {
        return step(answer(option, "", input));
    }

    /** The next question is answered with this option when so much time has gone by on the real clock. */
    public ScriptedChannel thenAfter(Duration delay, String option) {
        return step(pending -> {
            Thread waiting = Thread.ofVirtual().start(() -> {
                try {
                    Thread.sleep(delay);
                    answer(option, "", null).play(pending);
                } catch (Exception e) {
                    Thread.currentThread().interrupt(); // the question was taken away meanwhile
                }
            });
            return waiting::interrupt;
        });
    }

    /** The next question is shown and not answered. */
    public ScriptedChannel thenSilence() {
        return step(pending -> () -> {});
    }

    /** The channel fails at the next question. */
    public ScriptedChannel thenFailing(Exception problem) {
        return step(pending -> {
            throw problem;
        });
    }

    /** What it has been asked, in order. */
    public List<ApprovalRequest> asked() {
        return List.copyOf(asked);
    }

    /** The prompts of these questions. */
    public List<String> prompts() {
        return asked.stream().map(ApprovalRequest::prompt).toList();
    }

    /** How many steps of the script have not been played. */
    public int stepsLeft() {
        return script.size();
    }

    @Override
    public String name() {
        return "script";
    }

    @Override
    public AutoCloseable offer(PendingApproval pending) throws Exception {
        asked.add(pending.request());
        Step next = always == null ? script.poll() : always;
        if (next == null) {
            throw new IllegalStateException("The script has no answer for question " + asked.size() + ": "
                    + pending.request().prompt());
        }
        return next.play(pending);
    }

    private static Step answer(String option, String reason, @Nullable EventData input) {
        return pending -> {
            Answer answer = Answer.of(option, WHO, pending.request().digest()).reason(reason);
            pending.decide(input == null ? answer : answer.input(input));
            return () -> {};
        };
    }

    private ScriptedChannel step(Step step) {
        if (always != null) {
            throw new IllegalStateException("This channel answers every question in the same way");
        }
        script.add(step);
        return this;
    }
}
