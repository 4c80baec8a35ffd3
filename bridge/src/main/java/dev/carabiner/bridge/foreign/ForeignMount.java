package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.Dialect;
import dev.carabiner.bridge.dialect.EventRow;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.Mount;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The hooks of one dialect in one session: a handler for each entry and event, under the name of file and line. */
final class ForeignMount {

    private final Dialect dialect;
    private final Mount mount;
    private final HookConfig config;
    private final @Nullable Path project;
    private final TurnState state = new TurnState();
    private final Leftovers leftovers = new Leftovers();
    private final ScratchFiles scratch = new ScratchFiles();
    private final Background background = new Background();

    ForeignMount(Dialect dialect, Mount mount, HookConfig config, @Nullable Path project) {
        this.dialect = dialect;
        this.mount = mount;
        this.config = config;
        this.project = project;
    }

    AutoCloseable register(List<HookEntry> entries) {
        mount.hooks().observe(HookOptions.forEvent("prompt:submit").name(name("turn")), (event, data) -> state.reset());
        List<ForeignHandler> made = new ArrayList<>();
        for (HookEntry entry : entries) {
            for (EventRow row : dialect.eventsNamed(entry.event())) {
                made.add(register(entry, row, List.copyOf(made)));
            }
        }
        if (rewrites(made, "tool_input")) {
            mount.hooks()
                    .register(
                            HookOptions.forEvent("tool:pre")
                                    .name(name("question"))
                                    .guard(),
                            leftovers::question);
            mount.hooks().register(HookOptions.forEvent("tool:pre").name(name("context")), leftovers::context);
        }
        if (rewrites(made, "tool_result")) {
            mount.hooks().register(HookOptions.forEvent("tool:post").name(name("context")), leftovers::context);
        }
        mount.hooks().register(HookOptions.forEvent("provider:request").name(name("stop")), (event, data) -> {
            String reason = state.stopReason();
            return reason == null ? null : HookResult.deny(reason);
        });
        return () -> {
            background.close();
            scratch.close();
        };
    }

    private static boolean rewrites(List<ForeignHandler> made, String field) {
        return made.stream().anyMatch(it -> it.row().rewrite().equals(field));
    }

    private ForeignHandler register(HookEntry entry, EventRow row, List<ForeignHandler> earlier) {
        HookRun run = new HookRun(dialect, mount, config.texts("env", List.of()), project, scratch);
        ForeignHandler handler =
                new ForeignHandler(dialect, entry, row, earlier, run, state, leftovers, background, mount);
        HookOptions options =
                HookOptions.forEvent(row.ours()).name(name(entry.place().name()));
        if (row.canBlock()) {
            options = options.guard();
        }
        if (entry.failsClosed()) {
            options = options.onFailure(FailurePolicy.DENY);
        }
        boolean together = !dialect.inOrder() && !entry.sequential();
        mount.hooks().register(together ? options.concurrent() : options, handler);
        return handler;
    }

    private String name(String what) {
        return dialect.name() + ":" + what;
    }
}
