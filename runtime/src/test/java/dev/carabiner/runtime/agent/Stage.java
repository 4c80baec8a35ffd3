package dev.carabiner.runtime.agent;

import dev.carabiner.engine.bundle.AgentSpec;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.runtime.context.TokenCounter;
import dev.carabiner.runtime.provider.RetryPolicy;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.ToolResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A session to be, whose events are all written down. */
final class Stage {

    static final Position HERE = new Position("test.yaml", 1);

    /** An event as an observer sees it. */
    record Seen(String event, EventData data) {}

    final HookRegistry hooks = new HookRegistry();
    final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
    private final List<Tool> tools = new ArrayList<>();
    private List<AgentSpec> agents = List.of();
    private List<HookSpec> hookModules = List.of();
    private AgentCatalog catalog = AgentCatalog.installed();
    private SectionValues session =
            SectionValues.NONE.with(SessionKeys.STREAMING, false).with(SessionKeys.MAX_ROUNDS, 10);
    private Path directory = Path.of("");

    Stage() {
        hooks.observe("*", (event, data) -> seen.add(new Seen(event, data)));
    }

    Stage in(Path newDirectory) {
        directory = newDirectory;
        return this;
    }

    Stage streaming() {
        session = session.with(SessionKeys.STREAMING, true);
        return this;
    }

    Stage rounds(int limit) {
        session = session.with(SessionKeys.MAX_ROUNDS, limit);
        return this;
    }

    Stage agent(String name, String instructions, String... itsTools) {
        List<AgentSpec> more = new ArrayList<>(agents);
        more.add(new AgentSpec(name, "helps", instructions, List.of(itsTools), HERE));
        agents = more;
        return this;
    }

    Stage tool(Tool tool) {
        tools.add(tool);
        return this;
    }

    Stage context(EventData settings) {
        session = session.with(SessionKeys.CONTEXT, new ModuleSpec("context-simple", settings, HERE));
        return this;
    }

    Stage audit(SectionValues audit) {
        session = session.with(SessionKeys.AUDIT, audit);
        return this;
    }

    Stage modules(AgentCatalog newCatalog, HookSpec... specs) {
        catalog = newCatalog;
        hookModules = List.of(specs);
        return this;
    }

    SessionBuilder builder(Script script) {
        SessionBuilder builder = Session.builder()
                .bundle(bundle())
                .catalog(catalog)
                .hooks(hooks)
                .workingDirectory(directory)
                .tokenCounter(TokenCounter.approximate())
                .retries(RetryPolicy.DEFAULT)
                .provider(script);
        tools.forEach(builder::tool);
        return builder;
    }

    Session start(Script script) {
        return builder(script).start();
    }

    private Bundle bundle() {
        return new Bundle(
                "test",
                "1",
                session,
                List.of(new ModuleSpec("provider-offline", EventData.empty(), HERE)),
                List.of(new ModuleSpec("tool-task", EventData.empty(), HERE)),
                hookModules,
                agents);
    }

    /** The names of what was seen, without what every session begins and ends with. */
    List<String> events() {
        return seen.stream().map(Seen::event).toList();
    }

    List<EventData> all(String event) {
        return seen.stream()
                .filter(each -> each.event().equals(event))
                .map(Seen::data)
                .toList();
    }

    EventData only(String event) {
        List<EventData> found = all(event);
        if (found.size() != 1) {
            throw new AssertionError(event + " was seen " + found.size() + " times in " + events());
        }
        return found.getFirst();
    }

    /** What a tool of a test does. */
    interface Deed {
        String done(EventData input, ToolRun run) throws Exception;
    }

    static Tool tool(String name, boolean parallel, Deed deed) {
        return new Tool() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public String description() {
                return "of a test";
            }

            @Override
            public EventData inputSchema() {
                return EventData.of(
                        "type",
                        "object",
                        "properties",
                        EventData.of("text", EventData.of("type", "string")),
                        "additionalProperties",
                        false);
            }

            @Override
            public boolean parallel() {
                return parallel;
            }

            @Override
            public ToolResult run(EventData input, ToolRun run) throws Exception {
                return ToolResult.of(deed.done(input, run));
            }
        };
    }

    static Tool echo() {
        return tool("Echo", false, (input, run) -> "echo: " + input.text("text"));
    }
}
