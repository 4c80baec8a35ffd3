package dev.carabiner.event;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The events that Carabiner knows, in the order in which they occur in a session. Other names are as good. */
public final class Events {

    public static final EventType<SessionStart> SESSION_START = EventType.of("session:start", SessionStart.class);
    public static final EventType<SessionEnd> SESSION_END = EventType.of("session:end", SessionEnd.class);
    public static final EventType<SessionResume> SESSION_RESUME = EventType.of("session:resume", SessionResume.class);
    public static final EventType<SessionFork> SESSION_FORK = EventType.of("session:fork", SessionFork.class);
    public static final EventType<PromptSubmit> PROMPT_SUBMIT = EventType.of("prompt:submit", PromptSubmit.class);
    public static final EventType<PromptComplete> PROMPT_COMPLETE =
            EventType.of("prompt:complete", PromptComplete.class);
    public static final EventType<ExecutionStart> EXECUTION_START =
            EventType.of("execution:start", ExecutionStart.class);
    public static final EventType<ExecutionComplete> EXECUTION_COMPLETE =
            EventType.of("execution:complete", ExecutionComplete.class);
    public static final EventType<ProviderRequest> PROVIDER_REQUEST =
            EventType.of("provider:request", ProviderRequest.class);
    public static final EventType<ProviderResponse> PROVIDER_RESPONSE =
            EventType.of("provider:response", ProviderResponse.class);
    public static final EventType<ProviderRetry> PROVIDER_RETRY = EventType.of("provider:retry", ProviderRetry.class);
    public static final EventType<ContentBlockStart> CONTENT_BLOCK_START =
            EventType.of("content_block:start", ContentBlockStart.class);
    public static final EventType<ContentBlockDelta> CONTENT_BLOCK_DELTA =
            EventType.of("content_block:delta", ContentBlockDelta.class);
    public static final EventType<ContentBlockEnd> CONTENT_BLOCK_END =
            EventType.of("content_block:end", ContentBlockEnd.class);
    public static final EventType<ToolPre> TOOL_PRE = EventType.of("tool:pre", ToolPre.class);
    public static final EventType<ToolPost> TOOL_POST = EventType.of("tool:post", ToolPost.class);
    public static final EventType<ContextPreCompact> CONTEXT_PRE_COMPACT =
            EventType.of("context:pre_compact", ContextPreCompact.class);
    public static final EventType<ContextPostCompact> CONTEXT_POST_COMPACT =
            EventType.of("context:post_compact", ContextPostCompact.class);
    public static final EventType<AgentSpawn> AGENT_SPAWN = EventType.of("agent:spawn", AgentSpawn.class);
    public static final EventType<AgentComplete> AGENT_COMPLETE = EventType.of("agent:complete", AgentComplete.class);
    public static final EventType<OrchestratorComplete> ORCHESTRATOR_COMPLETE =
            EventType.of("orchestrator:complete", OrchestratorComplete.class);
    public static final EventType<DecisionToolResolution> DECISION_TOOL_RESOLUTION =
            EventType.of("decision:tool_resolution", DecisionToolResolution.class);
    public static final EventType<DecisionAgentResolution> DECISION_AGENT_RESOLUTION =
            EventType.of("decision:agent_resolution", DecisionAgentResolution.class);
    public static final EventType<DecisionContextResolution> DECISION_CONTEXT_RESOLUTION =
            EventType.of("decision:context_resolution", DecisionContextResolution.class);
    public static final EventType<UserNotification> USER_NOTIFICATION =
            EventType.of("user:notification", UserNotification.class);
    public static final EventType<ApprovalRequired> APPROVAL_REQUIRED =
            EventType.of("approval:required", ApprovalRequired.class);
    public static final EventType<ApprovalGranted> APPROVAL_GRANTED =
            EventType.of("approval:granted", ApprovalGranted.class);
    public static final EventType<ApprovalDenied> APPROVAL_DENIED =
            EventType.of("approval:denied", ApprovalDenied.class);
    public static final EventType<PolicyViolation> POLICY_VIOLATION =
            EventType.of("policy:violation", PolicyViolation.class);
    public static final EventType<ArtifactWrite> ARTIFACT_WRITE = EventType.of("artifact:write", ArtifactWrite.class);
    public static final EventType<ArtifactRead> ARTIFACT_READ = EventType.of("artifact:read", ArtifactRead.class);
    public static final EventType<CancelRequested> CANCEL_REQUESTED =
            EventType.of("cancel:requested", CancelRequested.class);
    public static final EventType<CancelCompleted> CANCEL_COMPLETED =
            EventType.of("cancel:completed", CancelCompleted.class);
    public static final EventType<ModuleLoadFailed> MODULE_LOAD_FAILED =
            EventType.of("module:load_failed", ModuleLoadFailed.class);
    public static final EventType<ErrorTool> ERROR_TOOL = EventType.of("error:tool", ErrorTool.class);
    public static final EventType<ErrorProvider> ERROR_PROVIDER = EventType.of("error:provider", ErrorProvider.class);
    public static final EventType<ErrorOrchestration> ERROR_ORCHESTRATION =
            EventType.of("error:orchestration", ErrorOrchestration.class);

    private static final List<EventType<?>> KNOWN = List.of(
            SESSION_START,
            SESSION_END,
            SESSION_RESUME,
            SESSION_FORK,
            PROMPT_SUBMIT,
            PROMPT_COMPLETE,
            EXECUTION_START,
            EXECUTION_COMPLETE,
            PROVIDER_REQUEST,
            PROVIDER_RESPONSE,
            PROVIDER_RETRY,
            CONTENT_BLOCK_START,
            CONTENT_BLOCK_DELTA,
            CONTENT_BLOCK_END,
            TOOL_PRE,
            TOOL_POST,
            CONTEXT_PRE_COMPACT,
            CONTEXT_POST_COMPACT,
            AGENT_SPAWN,
            AGENT_COMPLETE,
            ORCHESTRATOR_COMPLETE,
            DECISION_TOOL_RESOLUTION,
            DECISION_AGENT_RESOLUTION,
            DECISION_CONTEXT_RESOLUTION,
            USER_NOTIFICATION,
            APPROVAL_REQUIRED,
            APPROVAL_GRANTED,
            APPROVAL_DENIED,
            POLICY_VIOLATION,
            ARTIFACT_WRITE,
            ARTIFACT_READ,
            CANCEL_REQUESTED,
            CANCEL_COMPLETED,
            MODULE_LOAD_FAILED,
            ERROR_TOOL,
            ERROR_PROVIDER,
            ERROR_ORCHESTRATION);

    private static final Map<String, EventType<?>> BY_NAME =
            KNOWN.stream().collect(Collectors.toUnmodifiableMap(EventType::name, Function.identity()));

    /** Names, aliases, and the pattern of each namespace, in the order of a session. */
    private static final Set<String> SPELLINGS = spellings();

    private Events() {}

    /** Every known event, in the order of a session. */
    public static List<EventType<?>> known() {
        return KNOWN;
    }

    /** The known event of that name or alias, or null for any other event. */
    public static @Nullable EventType<?> find(String name) {
        return BY_NAME.get(EventNames.canonical(name));
    }

    /**
     * What was probably meant by a name or pattern that is not known: the known name, alias or pattern from which it
     * differs by one or two letters. Null if it is known, or near to none. Names are open, so this is no error.
     */
    public static @Nullable String nearMiss(String nameOrPattern) {
        return NearNames.nearest(nameOrPattern, SPELLINGS);
    }

    private static Set<String> spellings() {
        Set<String> spellings = new LinkedHashSet<>();
        KNOWN.forEach(type -> spellings.add(type.name()));
        spellings.addAll(EventNames.aliases());
        for (String name : List.copyOf(spellings)) {
            spellings.add(name.substring(0, name.indexOf(':')) + ":*");
        }
        spellings.add("*");
        return Collections.unmodifiableSet(spellings);
    }
}
