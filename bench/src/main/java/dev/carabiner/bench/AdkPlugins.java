package dev.carabiner.bench;

import com.google.adk.agents.InvocationContext;
import com.google.adk.agents.LlmAgent;
import com.google.adk.plugins.BasePlugin;
import com.google.adk.plugins.Plugin;
import com.google.adk.plugins.PluginManager;
import com.google.adk.sessions.InMemorySessionService;
import com.google.adk.sessions.Session;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import io.reactivex.rxjava3.core.Maybe;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Google ADK's {@code PluginManager}, the callback before a tool runs: each plugin is asked in turn through a reactive
 * chain, and the caller waits for its end. It has no bystanders: a plugin is asked about every event.
 */
final class AdkPlugins implements Emitter {
    private final PluginManager plugins = new PluginManager();
    private final BaseTool tool = new BaseTool("bash", "Runs a command") {};
    private final Map<String, Object> arguments = SampleCall.sample().asMap();
    private final ToolContext context = ToolContext.builder(InvocationContext.builder()
                    .invocationId("i-1")
                    .agent(LlmAgent.builder().name("agent").build())
                    .sessionService(new InMemorySessionService())
                    .session(Session.builder("s-1")
                            .appName("bench")
                            .userId("nobody")
                            .build())
                    .build())
            .build();

    AdkPlugins(int count, Sink sink) {
        for (int i = 0; i < count; i++) {
            plugins.registerPlugin(noOp("no-op-" + i, Kind.at(i, count), sink));
        }
    }

    @Override
    public @Nullable Object emit() {
        return plugins.beforeToolCallback(tool, arguments, context).blockingGet();
    }

    private static Plugin noOp(String name, Kind kind, Sink sink) {
        return switch (kind) {
            case FIRST -> new First(name, sink);
            case SECOND -> new Second(name, sink);
            case THIRD -> new Third(name, sink);
            case FOURTH -> new Fourth(name, sink);
        };
    }

    static final class First extends BasePlugin {
        private final Sink sink;

        First(String name, Sink sink) {
            super(name);
            this.sink = sink;
        }

        @Override
        public Maybe<Map<String, Object>> beforeToolCallback(
                BaseTool tool, Map<String, Object> arguments, ToolContext context) {
            sink.take(arguments);
            return Maybe.empty();
        }
    }

    static final class Second extends BasePlugin {
        private final Sink sink;

        Second(String name, Sink sink) {
            super(name);
            this.sink = sink;
        }

        @Override
        public Maybe<Map<String, Object>> beforeToolCallback(
                BaseTool tool, Map<String, Object> arguments, ToolContext context) {
            sink.take(arguments);
            return Maybe.empty();
        }
    }

    static final class Third extends BasePlugin {
        private final Sink sink;

        Third(String name, Sink sink) {
            super(name);
            this.sink = sink;
        }

        @Override
        public Maybe<Map<String, Object>> beforeToolCallback(
                BaseTool tool, Map<String, Object> arguments, ToolContext context) {
            sink.take(arguments);
            return Maybe.empty();
        }
    }

    static final class Fourth extends BasePlugin {
        private final Sink sink;

        Fourth(String name, Sink sink) {
            super(name);
            this.sink = sink;
        }

        @Override
        public Maybe<Map<String, Object>> beforeToolCallback(
                BaseTool tool, Map<String, Object> arguments, ToolContext context) {
            sink.take(arguments);
            return Maybe.empty();
        }
    }
}
