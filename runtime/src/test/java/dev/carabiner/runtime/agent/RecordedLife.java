package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;

import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.runtime.agent.Stage.Seen;
import dev.carabiner.runtime.context.TokenCounter;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.session.CancellationToken;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A session in which everything happens that can happen to one, written down. */
final class RecordedLife {

    private RecordedLife() {}

    /** Two sessions in one: the first is cancelled, the second goes on where it stopped. */
    static List<Seen> live(Path directory) {
        List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
        SessionStore store = SessionStore.at(directory.resolve("store"));
        String id;
        try (Session session = builder(directory, store, seen, firstLife()).start()) {
            id = session.id();
            session.prompt("write, read, deploy, delegate");
            session.compact();
            session.prompt("be refused by the provider");
            session.prompt("meet a bug");
            session.cancel(CancellationToken.Level.GRACEFUL);
        }
        try (Session session =
                builder(directory, store, seen, Script.of(text("still here"))).resume(id)) {
            session.prompt("are you there?");
        }
        return List.copyOf(seen);
    }

    private static Script firstLife() {
        return Script.of(
                request -> {
                    throw new ProviderException("provider-script", ProviderException.Kind.SERVER_ERROR, "500", null);
                },
                calls(call("1", "Write", "file_path", "note.txt", "content", "hello\n")),
                calls(call("2", "Read", "file_path", "note.txt")),
                calls(call("3", "Bash", "command", "echo deploy")),
                calls(call("4", "Bash", "command", "echo drop")),
                calls(call("5", "Read", "file_path", "missing.txt")),
                calls(call("6", "Task", "subagent_type", "helper", "prompt", "help me")),
                text("helped"),
                text("all done"),
                request -> {
                    throw new ProviderException("provider-script", ProviderException.Kind.UNAUTHORIZED, "no", null);
                },
                request -> {
                    throw new IllegalStateException("a bug in a provider");
                });
    }

    private static SessionBuilder builder(Path directory, SessionStore store, List<Seen> seen, Script script) {
        HookRegistry hooks = new HookRegistry();
        hooks.observe("*", (event, data) -> seen.add(new Seen(event, data)));
        hooks.on("tool:pre", RecordedLife::guard);
        Bundle offline = Bundles.offline();
        AgentCatalog installed = AgentCatalog.installed();
        return Session.builder()
                .bundle(new Bundle(
                        offline.name(),
                        offline.version(),
                        offline.session(),
                        offline.providers(),
                        offline.tools(),
                        List.of(HookSpec.of("broken", Stage.HERE)),
                        offline.agents()))
                .catalog(AgentCatalog.of(List.of(new Broken()), installed.providers(), installed.tools()))
                .hooks(hooks)
                .provider(script)
                .store(store)
                .tokenCounter(TokenCounter.approximate())
                .approvals(request -> request.prompt().startsWith("Deploy") ? "Allow" : "Deny")
                .workingDirectory(directory);
    }

    private static HookResult guard(String event, EventData data) {
        String command = String.valueOf(data.object("tool_input").text("command"));
        if (command.contains("deploy")) {
            return HookResult.ask("Deploy now?");
        }
        return command.contains("drop") ? HookResult.ask("Drop everything?") : HookResult.proceed();
    }

    private static final class Broken implements HookModule {

        @Override
        public String name() {
            return "broken";
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            throw new IllegalStateException("its service is down");
        }
    }
}
