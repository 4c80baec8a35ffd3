package dev.carabiner.bench;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Carabiner, in the ways that are measured. */
final class CarabinerHooks {
    private CarabinerHooks() {}

    /** The data is built beforehand, as it is for the peers. */
    static Emitter prebuilt(int count, Sink sink) {
        HookRegistry registry = withNoOps(count, sink);
        EventData data = sample();
        return () -> registry.emit(SampleCall.EVENT, data);
    }

    /** The registry copies the map deeply at each emit. */
    static Emitter fromMap(int count, Sink sink) {
        HookRegistry registry = withNoOps(count, sink);
        Map<String, Object> data = SampleCall.sample().asMap();
        return () -> registry.emit(SampleCall.EVENT, data);
    }

    /** Every handler hands a changed copy to the next. */
    static Emitter modifyChain(int count, Sink sink) {
        HookRegistry registry = withBystanders(sink);
        for (int i = 0; i < count; i++) {
            registry.register(SampleCall.EVENT, modifying(Kind.at(i, count), sink));
        }
        EventData data = sample();
        return () -> registry.emit(SampleCall.EVENT, data);
    }

    /** The coordinator stamps the event, has the runs audited and routes the outcome. */
    static Emitter coordinated(int count, Sink sink) {
        SessionCoordinator session = SessionCoordinator.builder()
                .sessionId("s-1")
                .hooks(withNoOps(count, sink))
                .audit(record -> {})
                .build();
        EventData data = sample();
        return () -> session.emit(SampleCall.EVENT, data);
    }

    /** Guards that nothing is changed for, so that none is called again. */
    static Emitter guards(int count, Sink sink) {
        return marked(count, sink, HookOptions::guard);
    }

    /** Handlers for some tools, the event's among them. */
    static Emitter forTools(int count, Sink sink) {
        return marked(count, sink, options -> options.tools("mcp__*", "bash"));
    }

    private static Emitter marked(int count, Sink sink, UnaryOperator<HookOptions> mark) {
        HookRegistry registry = withBystanders(sink);
        for (int i = 0; i < count; i++) {
            registry.register(mark.apply(HookOptions.forEvent(SampleCall.EVENT)), noOp(Kind.at(i, count), sink));
        }
        EventData data = sample();
        return () -> registry.emit(SampleCall.EVENT, data);
    }

    /** Handlers that take their time and may do so beside each other. */
    static Emitter level(int count, Sink sink) {
        HookRegistry registry = withBystanders(sink);
        for (int i = 0; i < count; i++) {
            registry.register(HookOptions.forEvent(SampleCall.EVENT).concurrent(), (event, data) -> {
                Thread.sleep(Case.SLOW_MILLIS);
                sink.take(data);
                return null;
            });
        }
        EventData data = sample();
        return () -> registry.emit(SampleCall.EVENT, data);
    }

    private static EventData sample() {
        return EventData.of(SampleCall.sample().asMap());
    }

    private static HookRegistry withNoOps(int count, Sink sink) {
        HookRegistry registry = withBystanders(sink);
        for (int i = 0; i < count; i++) {
            registry.register(SampleCall.EVENT, noOp(Kind.at(i, count), sink));
        }
        return registry;
    }

    private static HookRegistry withBystanders(Sink sink) {
        HookRegistry registry = new HookRegistry();
        for (String bystander : SampleCall.BYSTANDERS) {
            registry.register(bystander, noOp(Kind.FIRST, sink));
        }
        return registry;
    }

    static HookHandler noOp(Kind kind, Sink sink) {
        return switch (kind) {
            case FIRST ->
                (event, data) -> {
                    sink.take(data);
                    return null;
                };
            case SECOND ->
                (event, data) -> {
                    sink.take(data);
                    return null;
                };
            case THIRD ->
                (event, data) -> {
                    sink.take(data);
                    return null;
                };
            case FOURTH ->
                (event, data) -> {
                    sink.take(data);
                    return null;
                };
        };
    }

    private static HookHandler modifying(Kind kind, Sink sink) {
        return switch (kind) {
            case FIRST ->
                (event, data) -> {
                    sink.take(data);
                    return HookResult.modify(data.with("tool_name", "bash-0"));
                };
            case SECOND ->
                (event, data) -> {
                    sink.take(data);
                    return HookResult.modify(data.with("tool_name", "bash-1"));
                };
            case THIRD ->
                (event, data) -> {
                    sink.take(data);
                    return HookResult.modify(data.with("tool_name", "bash-2"));
                };
            case FOURTH ->
                (event, data) -> {
                    sink.take(data);
                    return HookResult.modify(data.with("tool_name", "bash-3"));
                };
        };
    }
}
