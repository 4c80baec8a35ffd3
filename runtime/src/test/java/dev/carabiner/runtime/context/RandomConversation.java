package dev.carabiner.runtime.context;

import dev.carabiner.context.Injection;
import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Lets a conversation happen: prompts, answers, calls alone and together, results in any order, late, doubled and for
 * calls that no model made, ids used again, injections, hugely different lengths. Each text begins with its number.
 */
final class RandomConversation {

    private final SplittableRandom random;
    private final SessionContext context;
    private final List<String> unanswered = new ArrayList<>();
    private int messages;
    private int ids;

    RandomConversation(SplittableRandom random, SessionContext context) {
        this.random = random;
        this.context = context;
    }

    void happen(int steps) {
        for (int i = random.nextInt(3); i > 0; i--) {
            context.add(Message.system(text(100)));
        }
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    private void step() {
        switch (random.nextInt(12)) {
            case 0, 1 -> context.add(Message.user(text(300)));
            case 2, 3 -> context.add(Message.assistant(text(300)));
            case 4, 5 -> call();
            case 6, 7, 8 -> result();
            case 9 -> context.inject(Injection.of(text(300), "hook", "tool:post"));
            case 10 -> answerAll();
            default -> context.add(Message.toolResult("nobody's " + random.nextInt(3), text(2_000)));
        }
    }

    private void call() {
        List<ToolCall> calls = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            String id = "c" + (random.nextInt(5) == 0 ? random.nextInt(ids + 1) : ids++);
            calls.add(new ToolCall(id, "Read", EventData.of("path", text(200))));
            unanswered.add(id);
        }
        context.add(Message.assistant(text(50), calls));
    }

    private void result() {
        if (!unanswered.isEmpty()) {
            int which = random.nextInt(unanswered.size());
            String id = random.nextInt(20) == 0 ? unanswered.get(which) : unanswered.remove(which);
            context.add(Message.toolResult(id, text(3_000)));
        }
    }

    private void answerAll() {
        while (!unanswered.isEmpty()) {
            context.add(Message.toolResult(unanswered.removeFirst(), text(1_000)));
        }
    }

    private String text(int longest) {
        return "#" + messages++ + " " + "x".repeat(random.nextInt(longest));
    }
}
