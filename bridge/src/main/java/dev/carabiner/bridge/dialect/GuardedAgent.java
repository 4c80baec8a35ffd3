package dev.carabiner.bridge.dialect;

import java.util.List;
import java.util.stream.Collectors;

/**
 * An agent that Carabiner can stand in front of: how it speaks, and how it is answered.
 *
 * @param writer how answers are said to it
 */
public record GuardedAgent(Dialect dialect, AnswerWriter writer) {

    private static final List<GuardedAgent> ALL = List.of(
            new GuardedAgent(Claude.DIALECT, new ClaudeReplies(true)),
            new GuardedAgent(Codex.DIALECT, new CodexReplies()),
            new GuardedAgent(Gemini.DIALECT, new GeminiReplies()),
            new GuardedAgent(Copilot.DIALECT, new CopilotReplies()),
            new GuardedAgent(Cursor.DIALECT, new CursorReplies()),
            new GuardedAgent(Cline.DIALECT, new ClineReplies()),
            new GuardedAgent(Qwen.DIALECT, new ClaudeReplies(true)),
            new GuardedAgent(OtherAgents.WINDSURF, new ExitReplies("", false)),
            new GuardedAgent(OtherAgents.CRUSH, new ExitReplies("deny", true)),
            new GuardedAgent(OtherAgents.GOOSE, new ExitReplies("block", false)),
            new GuardedAgent(OtherAgents.KIRO, new ExitReplies("", false)),
            new GuardedAgent(OtherAgents.DROID, new ClaudeReplies(false)),
            new GuardedAgent(OtherAgents.AUGMENT, new ExitReplies("", false)),
            new GuardedAgent(OtherAgents.DEVIN, new ExitReplies("block", false)),
            new GuardedAgent(OtherAgents.GROK, new ExitReplies("deny", false)),
            new GuardedAgent(OtherAgents.OPENCODE, new OpenCodeReplies()),
            new GuardedAgent(OtherAgents.KIMI, new ExitReplies("", false)));

    /** In the order of the documentation. */
    public static List<GuardedAgent> all() {
        return ALL;
    }

    /**
     * The agent of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static GuardedAgent named(String name) {
        return ALL.stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no agent \"" + name + "\"; expected one of "
                        + ALL.stream().map(GuardedAgent::name).collect(Collectors.joining(", "))));
    }

    /**
     * The same agent, called through a hook file of another one that it loads itself. It is answered by exit code alone, the
     * one word that all of them understand: it is asked for nothing there, and no call is changed.
     */
    public GuardedAgent throughOthersFile() {
        return new GuardedAgent(dialect, new ExitReplies("", false));
    }

    /** What commands call it. */
    public String name() {
        return dialect.name();
    }
}
