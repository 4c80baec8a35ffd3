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

    public static final EventType<SessionStart> SESSION_START = EventType.known("session:start", SessionStart.class);
    public static final EventType<SessionEnd> SESSION_END = EventType.known("session:end", SessionEnd.class);
    public static final EventType<SessionResume> SESSION_RESUME =
            EventType.known("session:resume", SessionResume.class);
    public static final EventType<SessionFork> SESSION_FORK = EventType.known("session:fork", SessionFork.class);
    public static final EventType<PromptSubmit> PROMPT_SUBMIT = EventType.known("prompt:submit", PromptSubmit.class);
    public static final EventType<PromptComplete> PROMPT_COMPLETE =
            EventType.known("prompt:complete", PromptComplete.class);
    public static final EventType<ExecutionStart> EXECUTION_START =
            EventType.known("execution:start", ExecutionStart.class);
    public static final EventType<ExecutionComplete> EXECUTION_COMPLETE =
            EventType.known("execution:complete", ExecutionComplete.class);
    public static final EventType<ProviderRequest> PROVIDER_REQUEST =
            EventType.known("provider:request", ProviderRequest.class);
    public static final EventType<ProviderResponse> PROVIDER_RESPONSE =
            EventType.known("provider:response", ProviderResponse.class);
    public static final EventType<ProviderRetry> PROVIDER_RETRY =
            EventType.known("provider:retry", ProviderRetry.class);
    public static final EventType<ContentBlockStart> CONTENT_BLOCK_START =
            EventType.known("content_block:start", ContentBlockStart.class);
    public static final EventType<ContentBlockDelta> CONTENT_BLOCK_DELTA =
            EventType.known("content_block:delta", ContentBlockDelta.class);
    public static final EventType<ContentBlockEnd> CONTENT_BLOCK_END =
            EventType.known("content_block:end", ContentBlockEnd.class);
    public static final EventType<ToolPre> TOOL_PRE = EventType.known("tool:pre", ToolPre.class);
    public static final EventType<ToolPost> TOOL_POST = EventType.known("tool:post", ToolPost.class);
    public static final EventType<ContextPreCompact> CONTEXT_PRE_COMPACT =
            EventType.known("context:pre_compact", ContextPreCompact.class);
    public static final EventType<ContextPostCompact> CONTEXT_POST_COMPACT =
            EventType.known("context:post_compact", ContextPostCompact.class);
    public static final EventType<AgentSpawn> AGENT_SPAWN = EventType.known("agent:spawn", AgentSpawn.class);
    public static final EventType<AgentComplete> AGENT_COMPLETE =
            EventType.known("agent:complete", AgentComplete.class);
    public static final EventType<OrchestratorComplete> ORCHESTRATOR_COMPLETE =
            EventType.known("orchestrator:complete", OrchestratorComplete.class);
    public static final EventType<DecisionToolResolution> DECISION_TOOL_RESOLUTION =
            EventType.known("decision:tool_resolution", DecisionToolResolution.class);
    public static final EventType<DecisionAgentResolution> DECISION_AGENT_RESOLUTION =
            EventType.known("decision:agent_resolution", DecisionAgentResolution.class);
    public static final EventType<DecisionContextResolution> DECISION_CONTEXT_RESOLUTION =
            EventType.known("decision:context_resolution", DecisionContextResolution.class);
    public static final EventType<UserNotification> USER_NOTIFICATION =
            EventType.known("user:notification", UserNotification.class);
    public static final EventType<ApprovalRequired> APPROVAL_REQUIRED =
            EventType.known("approval:required", ApprovalRequired.class);
    public static final EventType<ApprovalGranted> APPROVAL_GRANTED =
            EventType.known("approval:granted", ApprovalGranted.class);
    public static final EventType<ApprovalDenied> APPROVAL_DENIED =
            EventType.known("approval:denied", ApprovalDenied.class);
    public static final EventType<PolicyViolation> POLICY_VIOLATION =
            EventType.known("policy:violation", PolicyViolation.class);
    public static final EventType<ArtifactWrite> ARTIFACT_WRITE =
            EventType.known("artifact:write", ArtifactWrite.class);
    public static final EventType<ArtifactRead> ARTIFACT_READ = EventType.known("artifact:read", ArtifactRead.class);
    public static final EventType<CancelRequested> CANCEL_REQUESTED =
            EventType.known("cancel:requested", CancelRequested.class);
    public static final EventType<CancelCompleted> CANCEL_COMPLETED =
            EventType.known("cancel:completed", CancelCompleted.class);
    public static final EventType<ModuleLoadFailed> MODULE_LOAD_FAILED =
            EventType.known("module:load_failed", ModuleLoadFailed.class);
    public static final EventType<ErrorTool> ERROR_TOOL = EventType.known("error:tool", ErrorTool.class);
    public static final EventType<ErrorProvider> ERROR_PROVIDER =
            EventType.known("error:provider", ErrorProvider.class);
    public static final EventType<ErrorOrchestration> ERROR_ORCHESTRATION =
            EventType.known("error:orchestration", ErrorOrchestration.class);

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
        return SPELLINGS.contains(nameOrPattern) ? null : NearNames.nearest(nameOrPattern, SPELLINGS, 2);
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
