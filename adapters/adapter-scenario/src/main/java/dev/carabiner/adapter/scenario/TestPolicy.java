package dev.carabiner.adapter.scenario;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Lockdown;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The policy of a test: handlers written in it, and everything that they were told. */
public final class TestPolicy implements HookModule {

    /** An event as the policy saw it. */
    public record Seen(String event, EventData data) {}

    private record Handler(HookOptions options, HookHandler handler) {}

    private final List<Handler> handlers = new ArrayList<>();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();

    /** One more handler, for sessions that begin from now on. */
    public TestPolicy on(HookOptions options, HookHandler handler) {
        handlers.add(new Handler(options, handler));
        return this;
    }

    /** The same for all tools. */
    public TestPolicy on(String event, HookHandler handler) {
        return on(HookOptions.forEvent(event).name("policy"), handler);
    }

    /** An engine under this policy alone. */
    public Engine engine() {
        return engine(List.of());
    }

    /** The same with channels for its questions. */
    public Engine engine(List<ApprovalChannel> channels) {
        Position here = new Position("test", 1);
        return Engine.builder()
                .channels(channels)
                .catalog(ModuleCatalog.of(List.of(this)))
                .lockdown(Lockdown.at(Path.of("target", "no-lockdown")))
                .with(new Bundle(
                        "test",
                        "1",
                        SectionValues.NONE,
                        List.of(),
                        List.of(),
                        List.of(new HookSpec(name(), EventData.empty(), SectionValues.NONE, here)),
                        List.of()));
    }

    /** All events of all sessions, in order. */
    public List<Seen> seen() {
        return List.copyOf(seen);
    }

    /** What events of this name held, in order. */
    public List<EventData> all(String event) {
        return seen.stream()
                .filter(it -> it.event().equals(event))
                .map(Seen::data)
                .toList();
    }

    /** The same, as soon as there are so many, or after ten seconds: another thread may tell of it a moment later. */
    public List<EventData> all(String event, int count) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (all(event).size() < count && end - System.nanoTime() > 0) {
            LockSupport.parkNanos(1_000_000);
        }
        return all(event);
    }

    /** The tools that events of this name were about. */
    public List<String> tools(String event) {
        return all(event).stream()
                .map(it -> String.valueOf(it.text("tool_name")))
                .toList();
    }

    @Override
    public String name() {
        return "test-policy";
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        mount.hooks().register(HookOptions.forEvent("*").priority(-1_000).name("recorder"), (event, data) -> {
            seen.add(new Seen(event, data));
            return null;
        });
        handlers.forEach(it -> mount.hooks().register(it.options(), it.handler()));
        return () -> {};
    }
}
