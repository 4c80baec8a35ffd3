package dev.carabiner.bridge.front;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.bridge.dialect.AgentEvent;
import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A session of an agent under a policy that denies, asks, changes and tells by the words it finds in the data. */
final class AgentStage implements AutoCloseable {

    private final ApprovalStore store = ApprovalStore.inMemory();
    private final Collected collected = new Collected();
    private final Engine engine;
    private final EngineSession session;
    private final AgentSession agentSession;

    AgentStage(GuardedAgent agent, Path directory) throws IOException {
        Path bundle = Files.writeString(directory.resolve("bundle.yaml"), "bundle: {name: test, version: 1.0.0}\n");
        engine = Engine.builder()
                .display(collected)
                .approvalStore(store)
                .channels(java.util.List.of((ApprovalChannel) pending -> {
                    String prompt = pending.request().prompt();
                    if (prompt.endsWith("yes") || prompt.endsWith("no")) {
                        pending.decide(
                                prompt.endsWith("yes") ? "Allow" : "Deny",
                                "tester",
                                pending.request().digest());
                    }
                    return () -> {};
                }))
                .policy(ManagedPolicy.none())
                .load(bundle);
        session = engine.session("s-1", directory)
                .hooks(policy())
                .injections(collected)
                .mount();
        agentSession = new AgentSession(agent, session, collected, store);
    }

    Said answer(AgentEvent event) {
        boolean waits = EventDataJson.write(event.data()).contains("later");
        return agentSession.answer(event, Instant.now().plus(waits ? Duration.ofMillis(200) : Duration.ofSeconds(20)));
    }

    private static HookRegistry policy() {
        HookRegistry hooks = new HookRegistry();
        hooks.register(HookOptions.forEvent("*").name("change").priority(-1), (event, data) -> {
            String json = EventDataJson.write(data);
            return json.contains("change-me")
                    ? HookResult.modify(EventDataJson.read(json.replace("change-me", "changed")))
                    : null;
        });
        hooks.register(HookOptions.forEvent("tool:pre").name("drop").priority(-1), (event, data) -> {
            EventData input = data.object("tool_input");
            return input != null && input.has("drop-me")
                    ? HookResult.modify(data.with("tool_input", input.without("drop-me")))
                    : null;
        });
        hooks.register(HookOptions.forEvent("*").name("policy"), (event, data) -> {
            String word = word(data, "deny-me");
            if (!word.isEmpty() && !event.startsWith("approval:") && !event.equals("user:notification")) {
                return HookResult.deny("no: " + word);
            }
            String asked = word(data, "ask-me");
            return asked.isEmpty() || !event.equals("tool:pre") ? null : HookResult.ask("sure? " + asked);
        });
        hooks.register(HookOptions.forEvent("*").name("tell").priority(1), (event, data) -> {
            if (event.equals("session:start")) {
                return HookResult.inject("welcome");
            }
            return EventDataJson.write(data).contains("tell-me") ? HookResult.inject("told") : null;
        });
        return hooks;
    }

    /** The text that holds the word, wherever it stands. */
    private static String word(Object value, String word) {
        return switch (value) {
            case EventData data -> word(data.asMap(), word);
            case java.util.Map<?, ?> map ->
                map.values().stream()
                        .map(it -> it == null ? "" : word(it, word))
                        .filter(it -> !it.isEmpty())
                        .findFirst()
                        .orElse("");
            case String text -> text.contains(word) ? text : "";
            default -> "";
        };
    }

    @Override
    public void close() {
        session.close();
        engine.close();
    }
}
