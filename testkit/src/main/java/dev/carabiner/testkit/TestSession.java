package dev.carabiner.testkit;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolBody;
import dev.carabiner.session.ToolResult;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A session in memory with ports that remember: a real coordinator over a registry, a scripted channel, a recording
 * display and log, a clock that stands still. Tools are functions of the test; nothing outside is touched.
 */
public final class TestSession implements AutoCloseable {

    private final EventRecorder events;
    private final RecordingDisplay display = new RecordingDisplay();
    private final RecordingAuditLog audit = new RecordingAuditLog();
    private final FakeClock clock = new FakeClock();
    private final HookRegistry hooks = new HookRegistry();
    private final List<ToolCall> ran = new CopyOnWriteArrayList<>();
    private final Map<String, ToolBody> tools = new ConcurrentHashMap<>();
    private final Deque<AutoCloseable> mounted = new ArrayDeque<>();
    private final SessionCoordinator coordinator;
    private int calls;

    private TestSession(Path workingDirectory, ApprovalChannel channel) {
        coordinator = SessionCoordinator.builder()
                .sessionId("s-1")
                .hooks(hooks)
                .channels(List.of(channel))
                .display(display)
                .audit(audit)
                .clock(clock)
                .workingDirectory(workingDirectory)
                .build();
        events = EventRecorder.first(hooks);
    }

    /** A session in the directory where the test runs, whose human answers with these options, one for each question. */
    public static TestSession answering(String... options) {
        return with(ScriptedChannel.answering(options));
    }

    /** A session in the directory where the test runs, with this channel. */
    public static TestSession with(ApprovalChannel channel) {
        return in(Path.of(""), channel);
    }

    /** A session that works in this directory, with this channel. */
    public static TestSession in(Path workingDirectory, ApprovalChannel channel) {
        return new TestSession(workingDirectory, channel);
    }

    /**
     * Mounts a hook module, as a bundle would.
     *
     * @param settings alternating keys and values
     * @throws Exception what the module throws when it refuses its settings
     */
    public TestSession mount(HookModule module, @Nullable Object... settings) throws Exception {
        return mount(module, HookConfig.of(data(settings)));
    }

    /** The same with what a bundle says of priority, failure policy and timeout. */
    public TestSession mount(HookModule module, HookConfig config) throws Exception {
        mounted.push(coordinator.mount(module, config));
        return this;
    }

    /** What runs when a tool of this name is permitted; otherwise a tool answers {@code done}. */
    public TestSession tool(String name, ToolBody body) {
        tools.put(name, body);
        return this;
    }

    /**
     * A whole guarded call, as an agent makes it: hooks, questions, permit, tool, hooks again.
     *
     * @param input alternating keys and values
     */
    public ToolAnswer call(String tool, @Nullable Object... input) {
        ToolCall call = new ToolCall("call-" + ++calls, tool, data(input));
        return coordinator.call(call, permitted -> {
            ran.add(new ToolCall(call.id(), tool, permitted));
            return tools.getOrDefault(tool, any -> ToolResult.of("done")).run(permitted);
        });
    }

    /** Emits an event through the coordinator; questions are asked, and the outcome has none open. */
    public HookOutcome emit(String event, @Nullable Object... data) {
        return coordinator.emit(event, data(data));
    }

    /** The calls whose tools ran, each with the input that was permitted. */
    public List<ToolCall> ran() {
        return List.copyOf(ran);
    }

    /** The stored conversation, as texts. */
    public List<String> conversation() {
        return coordinator.context().messages().stream().map(Message::text).toList();
    }

    /** What the next request to the model would hold, as texts; what was for that request only is gone then. */
    public List<String> nextRequest() {
        return coordinator.context().forNextRequest().stream()
                .map(Message::text)
                .toList();
    }

    /** The real coordinator, for all that has no shorter way here. */
    public SessionCoordinator coordinator() {
        return coordinator;
    }

    /** Where handlers of the test are registered. */
    public HookRegistry hooks() {
        return hooks;
    }

    /** Every event, seen before other handlers. */
    public EventRecorder events() {
        return events;
    }

    /** What the user was shown. */
    public RecordingDisplay display() {
        return display;
    }

    /** What was recorded. */
    public RecordingAuditLog audit() {
        return audit;
    }

    /** What tells the time of events and records. */
    public FakeClock clock() {
        return clock;
    }

    /** Unmounts the modules, the last one first, and ends the session. May be called twice. */
    @Override
    public void close() throws Exception {
        try {
            while (!mounted.isEmpty()) {
                mounted.pop().close();
            }
        } finally {
            events.close();
            coordinator.end();
        }
    }

    private static EventData data(@Nullable Object... fields) {
        if (fields.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "There are " + fields.length + " values, expected keys and values in turn");
        }
        EventData data = EventData.empty();
        for (int i = 0; i < fields.length; i += 2) {
            data = data.with(String.valueOf(fields[i]), fields[i + 1]);
        }
        return data;
    }
}
