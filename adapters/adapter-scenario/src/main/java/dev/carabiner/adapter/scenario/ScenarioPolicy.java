package dev.carabiner.adapter.scenario;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Does one of everything that a hook can do. */
public final class ScenarioPolicy implements HookModule {

    /** All events of all sessions, in order, each with its name as {@code event_name}. */
    static final List<EventData> SEEN = new CopyOnWriteArrayList<>();

    @Override
    public String name() {
        return "scenario-policy";
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        mount.hooks().register(HookOptions.forEvent("*").priority(-1_000).name("recorder"), (event, data) -> {
            SEEN.add(data.with("event_name", event));
            return null;
        });
        mount.hooks()
                .register(
                        HookOptions.forEvent("prompt:submit").name("words"),
                        (event, data) -> String.valueOf(data.text("prompt")).contains("forbidden")
                                ? HookResult.deny("not that word")
                                : "tidy up".equals(data.text("prompt")) ? HookResult.inject("Be careful.") : null);
        mount.hooks()
                .register(
                        HookOptions.forEvent("tool:pre")
                                .name("no-delete")
                                .tools("delete")
                                .guard(),
                        (event, data) -> HookResult.deny("nothing is deleted"));
        mount.hooks()
                .register(
                        HookOptions.forEvent("tool:pre").name("labels").tools("note"),
                        (event, data) -> HookResult.modify(data.update(
                                        "tool_input", input -> input.with("text", "[checked] " + input.text("text")))
                                .asMap()));
        mount.hooks()
                .register(
                        HookOptions.forEvent("tool:pre").name("cashier").tools("pay"),
                        (event, data) -> HookResult.ask("Pay this?"));
        mount.hooks()
                .register(
                        HookOptions.forEvent("tool:pre")
                                .name("fragile-guard")
                                .tools("fragile")
                                .onFailure(FailurePolicy.DENY),
                        (event, data) -> {
                            throw new IllegalStateException("out of order");
                        });
        mount.hooks()
                .register(
                        HookOptions.forEvent("tool:post").name("reviewer").tools("note"),
                        (event, data) -> HookResult.inject("The note was reviewed."));
        mount.hooks()
                .register(
                        HookOptions.forEvent("execution:complete").name("finisher"),
                        (event, data) -> "Half done.".equals(data.text("response"))
                                ? HookResult.deny("Do the other half too.")
                                : null);
        return () -> {};
    }
}
