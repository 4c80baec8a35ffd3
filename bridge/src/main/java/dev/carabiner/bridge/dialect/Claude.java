package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.FieldRow.always;
import static dev.carabiner.bridge.dialect.FieldRow.constant;
import static dev.carabiner.bridge.dialect.FieldRow.field;
import static dev.carabiner.bridge.dialect.FieldRow.plain;

import dev.carabiner.bridge.dialect.EventRow.Block;
import dev.carabiner.bridge.dialect.EventRow.PlainText;
import dev.carabiner.bridge.dialect.EventRow.When;
import dev.carabiner.bridge.dialect.FieldRow.Form;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Claude Code, and what Qwen Code and Codex have in common with it. */
final class Claude {

    static final FieldRow TOOL_NAME = field("tool_name", "tool_name", Form.TOOL_NAME);
    static final FieldRow TOOL_INPUT = field("tool_input", "tool_input", Form.TOOL_INPUT);
    static final FieldRow TOOL_USE_ID = always("tool_use_id", "tool_call_id", "toolu_unknown");
    static final FieldRow TOOL_RESPONSE = field("tool_response", "tool_result", Form.TOOL_RESPONSE);
    static final FieldRow ERROR = field("error", "error", Form.ERROR_TEXT);
    static final FieldRow STOP_ACTIVE = always("stop_hook_active", "stop_hook_active", false);
    static final FieldRow LAST_MESSAGE = always("last_assistant_message", "response", "");

    static final List<FieldRow> BASE = List.of(
            field("session_id", "session_id", Form.SESSION),
            field("transcript_path", Form.TRANSCRIPT),
            field("cwd", Form.DIRECTORY),
            constant("permission_mode", "default"),
            field("hook_event_name", Form.EVENT),
            field("agent_id", Form.SUB_AGENT));

    static final List<EventRow> EVENTS = List.of(
            EventRow.of("PreToolUse", "tool:pre", Block.DENIES, TOOL_NAME, TOOL_INPUT, TOOL_USE_ID)
                    .matching("tool_name")
                    .rewriting("tool_input"),
            EventRow.of(
                            "PermissionRequest",
                            "approval:required",
                            Block.IGNORED,
                            TOOL_NAME,
                            TOOL_INPUT,
                            constant("permission_suggestions", List.of()))
                    .matching("tool_name"),
            EventRow.of(
                            "PostToolUse",
                            "tool:post",
                            Block.TELLS_MODEL,
                            TOOL_NAME,
                            TOOL_INPUT,
                            TOOL_RESPONSE,
                            TOOL_USE_ID,
                            plain("duration_ms"))
                    .matching("tool_name")
                    .when(When.SUCCEEDED)
                    .rewriting("tool_result"),
            failure("error:tool"),
            failure("tool:post").when(When.FAILED),
            EventRow.of("UserPromptSubmit", "prompt:submit", Block.DENIES, plain("prompt"))
                    .text(PlainText.CONTEXT)
                    .within(Duration.ofSeconds(30)),
            EventRow.of("SessionStart", "session:start", Block.TELLS_USER, always("source", "source", "startup"))
                    .matching("source")
                    .text(PlainText.CONTEXT),
            EventRow.of("SessionStart", "session:resume", Block.TELLS_USER, always("source", "source", "resume"))
                    .matching("source")
                    .text(PlainText.CONTEXT),
            EventRow.of("Stop", "execution:complete", Block.DENIES, STOP_ACTIVE, LAST_MESSAGE)
                    .when(When.MAIN),
            EventRow.of("SubagentStop", "execution:complete", Block.DENIES, STOP_ACTIVE, agentType(), LAST_MESSAGE)
                    .matching("agent_type")
                    .when(When.SUB_AGENT),
            EventRow.of("SubagentStart", "agent:spawn", Block.TELLS_USER, plain("agent_id", "session_id"), agentType())
                    .matching("agent_type"),
            EventRow.of(
                            "SubagentStop",
                            "agent:complete",
                            Block.DENIES,
                            STOP_ACTIVE,
                            plain("agent_id", "session_id"),
                            agentType(),
                            plain("last_assistant_message", "result"))
                    .matching("agent_type"),
            EventRow.of(
                            "Notification",
                            "user:notification",
                            Block.IGNORED,
                            plain("message"),
                            plain("title"),
                            plain("notification_type"))
                    .matching("notification_type"),
            EventRow.of(
                            "PreCompact",
                            "context:pre_compact",
                            Block.DENIES,
                            always("trigger", "trigger", "auto"),
                            always("custom_instructions", "custom_instructions", ""))
                    .matching("trigger"),
            EventRow.of("PostCompact", "context:post_compact", Block.TELLS_USER, always("trigger", "trigger", "auto"))
                    .matching("trigger"),
            EventRow.of("SessionEnd", "session:end", Block.TELLS_USER, always("reason", "reason", "other"))
                    .matching("reason")
                    .within(Duration.ofMillis(1500)));

    static final ToolTable TOOLS =
            ToolTable.of(ToolTable.Row.of("Task", "Agent").alsoMatching("Task"));

    static final Dialect DIALECT = new Dialect(
            "claude",
            "Claude Code",
            List.of(
                    "~/.claude/settings.json",
                    ".claude/settings.json",
                    ".claude/settings.local.json",
                    "a plug-in's hooks/hooks.json"),
            BASE,
            EVENTS,
            TOOLS,
            new ClaudeAnswers(),
            Matching.LIST_OR_SEARCH,
            false,
            List.of("sh", "-c"),
            Duration.ofMinutes(10),
            Duration.ofSeconds(1),
            Map.of("CLAUDE_PROJECT_DIR", Dialect.PROJECT),
            List.of(
                    "PermissionRequest hooks are told of a question and cannot answer it: no hook approves for a human.",
                    "PostToolBatch, which is told of several calls at once, has no counterpart here.",
                    "Hooks of the types prompt, agent and mcp_tool need a model or a server; they fail, and on_failure decides.",
                    "permissionDecision allow means no objection; defer means ask.",
                    "Of a context of more than 10,000 bytes the beginning is told, where Claude Code puts it into a file.",
                    "suppressOutput and terminalSequence do nothing. An async hook is run and its answer is not read."));

    private Claude() {}

    private static EventRow failure(String ours) {
        return EventRow.of(
                        "PostToolUseFailure",
                        ours,
                        Block.TELLS_MODEL,
                        TOOL_NAME,
                        TOOL_INPUT,
                        ERROR,
                        TOOL_USE_ID,
                        constant("is_interrupt", false))
                .matching("tool_name");
    }

    private static FieldRow agentType() {
        return always("agent_type", "agent_name", "general-purpose");
    }
}
