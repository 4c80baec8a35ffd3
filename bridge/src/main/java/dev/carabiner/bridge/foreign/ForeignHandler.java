package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.Dialect;
import dev.carabiner.bridge.dialect.EventRow;
import dev.carabiner.bridge.dialect.HookAnswer;
import dev.carabiner.bridge.dialect.HookFailedException;
import dev.carabiner.bridge.dialect.Matching;
import dev.carabiner.bridge.dialect.Occasion;
import dev.carabiner.bridge.dialect.Payload;
import dev.carabiner.display.Throwables;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.Mount;
import java.lang.System.Logger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One hook of a file for one event: whether it is meant, what it is told, and what its answer means. */
final class ForeignHandler implements HookHandler {

    private static final Logger LOG = System.getLogger(ForeignHandler.class.getName());

    private final Dialect dialect;
    private final HookEntry entry;
    private final EventRow row;
    private final List<ForeignHandler> same;
    private final HookRun run;
    private final TurnState state;
    private final Leftovers leftovers;
    private final Background background;
    private final Mount mount;
    private final Predicate<String> matcher;
    private final @Nullable IfRule condition;
    private final AtomicBoolean hasRun = new AtomicBoolean();

    ForeignHandler(
            Dialect dialect,
            HookEntry entry,
            EventRow row,
            List<ForeignHandler> earlier,
            HookRun run,
            TurnState state,
            Leftovers leftovers,
            Background background,
            Mount mount) {
        this.dialect = dialect;
        this.entry = entry;
        this.row = row;
        this.same = earlier.stream()
                .filter(it -> it.row.equals(row) && it.entry.isSameAs(entry))
                .toList();
        this.run = run;
        this.state = state;
        this.leftovers = leftovers;
        this.background = background;
        this.mount = mount;
        this.matcher = matching().of(row.matchOn().isEmpty() ? "" : entry.matcher());
        this.condition = IfRule.of(entry.condition());
    }

    EventRow row() {
        return row;
    }

    /** Lists are the only way to match what is no tool, where tools are matched by an expression. */
    private Matching matching() {
        boolean tool = row.matchesTool() || row.matchOn().equals("command");
        return dialect.matching() == Matching.SEARCH && !tool ? Matching.LIST_OR_SEARCH : dialect.matching();
    }

    @Override
    public @Nullable HookResult handle(String event, EventData given) throws Exception {
        EventData data = withState(given);
        Occasion occasion = run.occasion(entry, data);
        if (!row.isFor(occasion, dialect.tools().ours(occasion.tool()), mount.sessionId())) {
            return null;
        }
        EventData payload = Payload.of(dialect, row, occasion);
        if (!isMeant(occasion, payload) || same.stream().anyMatch(it -> it.isMeant(occasion, payload))) {
            return null;
        }
        if (entry.once() && !hasRun.compareAndSet(false, true)) {
            return null;
        }
        if (entry.async()) {
            runBeside(occasion, payload);
            return null;
        }
        HookAnswer answer = dialect.answers().read(row, run.said(entry, row, occasion, payload));
        return result(answer, given, occasion);
    }

    /** Whether the hook has been kept from ending before is a thing that only the session knows. */
    private EventData withState(EventData data) {
        boolean ending = row.tells("stop_hook_active") && !data.has("stop_hook_active");
        return ending ? data.with("stop_hook_active", state.sentOn()) : data;
    }

    private boolean isMeant(Occasion occasion, EventData payload) {
        return matches(occasion, payload) && satisfies(payload);
    }

    private boolean matches(Occasion occasion, EventData payload) {
        if (row.matchesTool()) {
            return dialect.tools().namesOf(occasion.tool()).stream().anyMatch(matcher);
        }
        Object value = row.matchOn().isEmpty() ? "" : payload.get(row.matchOn());
        return matcher.test(value == null ? "" : String.valueOf(value));
    }

    /** A condition is for tools; with one, the hook is never run for anything else. */
    private boolean satisfies(EventData payload) {
        if (condition == null) {
            return true;
        }
        String tool = payload.text("tool_name");
        EventData input = payload.get("tool_input") instanceof Map ? payload.object("tool_input") : null;
        return tool != null && input != null && condition.matches(tool, input.asMap());
    }

    private void runBeside(Occasion occasion, EventData payload) {
        boolean started = background.start(() -> {
            try {
                run.said(entry, row, occasion, payload);
            } catch (Exception e) {
                String what = "The hook " + entry.place() + " failed: " + Throwables.inWords(e);
                Throwables.log(LOG, Logger.Level.WARNING, what, e);
            }
        });
        if (!started) {
            throw new HookFailedException("too many async hooks run already");
        }
    }

    private @Nullable HookResult result(HookAnswer answer, EventData data, Occasion occasion) {
        if (answer.verdict() == HookAnswer.Verdict.STOP && !row.ours().equals("execution:complete")) {
            state.stop(answer.reason());
        }
        ForeignResult made = ForeignResult.of(dialect, row, answer, data, occasion);
        if (!row.rewrite().isEmpty()) {
            leftovers.keep(row.ours(), data, entry, made.question(), made.context());
        }
        if (made.result() instanceof HookResult.Deny && row.ours().equals("execution:complete")) {
            state.sendOn();
        }
        return made.result();
    }
}
