package dev.carabiner.adapter.scenario;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the tools of the scenario do. Each takes one text. */
public final class ScenarioTools {

    /** The tools, but for {@code expert}, which is a sub-agent with these same tools. */
    public static final List<String> NAMES = List.of("broken", "delete", "fragile", "look", "note", "pay");

    /** What the sub-agent is told. */
    public static final String INSTRUCTIONS = "You file things.";

    /** The directions of the prompt whose calls are to run beside each other. */
    private static final List<String> BESIDE_EACH_OTHER = List.of("north", "east", "south");

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final CountDownLatch meeting = new CountDownLatch(BESIDE_EACH_OTHER.size());
    private final List<String> ran = new CopyOnWriteArrayList<>();

    /** Runs a tool, and remembers that it has run. */
    public String run(String tool, String text) {
        ran.add(tool + ": " + text);
        if (tool.equals("broken")) {
            throw new IllegalArgumentException("it is broken");
        }
        if (BESIDE_EACH_OTHER.contains(text)) {
            meetOthers();
        }
        return tool + " did " + text;
    }

    private void meetOthers() {
        meeting.countDown();
        try {
            if (!meeting.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("The calls of one answer ran one after another");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    List<String> ran() {
        return ran.stream().sorted().toList();
    }
}
