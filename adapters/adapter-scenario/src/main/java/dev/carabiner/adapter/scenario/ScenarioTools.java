package dev.carabiner.adapter.scenario;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the tools of the scenario do. Each takes one text. */
public final class ScenarioTools {

    /** The tools, but for {@code expert}, which is a sub-agent with these same tools. */
    public static final List<String> NAMES = List.of("broken", "delete", "fragile", "look", "note", "pay");

    /** What the sub-agent is told. */
    public static final String INSTRUCTIONS = "You file things.";

    private final List<String> ran = new CopyOnWriteArrayList<>();

    /** Runs a tool, and remembers that it has run. */
    public String run(String tool, String text) {
        ran.add(tool + ": " + text);
        if (tool.equals("broken")) {
            throw new IllegalArgumentException("it is broken");
        }
        return tool + " did " + text;
    }

    List<String> ran() {
        return ran.stream().sorted().toList();
    }
}
