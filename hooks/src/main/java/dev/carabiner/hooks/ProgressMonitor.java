package dev.carabiner.hooks;

import dev.carabiner.display.Level;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.event.InvalidEventDataException;
import dev.carabiner.event.ToolPre;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistrar;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a turn does, says so at its end, and tells agent and user when the same tool is called with the same input
 * over and over.
 */
public final class ProgressMonitor implements HookModule {

    private static final String NAME = "progress-monitor";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Counts calls, notices repetition, and sums up each turn.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of("repeats", ConfigType.NUMBER, "summary", ConfigType.FLAG);
    }

    @Override
    public EventData configDefaults() {
        return EventData.of("repeats", 3, "summary", true);
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        int repeats = config.number("repeats", 3);
        if (repeats < 2) {
            throw new InvalidSettingException(NAME, "repeats", repeats, "2 or more");
        }
        boolean summary = config.flag("summary", true);
        SessionStates<TurnProgress> turns = new SessionStates<>(TurnProgress.NONE);
        HookRegistrar hooks = mount.hooks();
        return Mounted.of(
                hooks.register(options(config, "prompt:submit"), (event, data) -> {
                    turns.update(data, before -> TurnProgress.startedAt(TurnProgress.time(data)));
                    return null;
                }),
                hooks.on(Events.TOOL_PRE, before(config), (call, data) -> {
                    String digest = digest(call);
                    int count = turns.update(data, turn -> turn.called(digest)).calls(digest);
                    return count % repeats == 0 ? repeated(call.toolName(), count, turns, data) : null;
                }),
                hooks.register(options(config, "tool:post"), (event, data) -> {
                    boolean failed = Boolean.FALSE.equals(data.get("success"));
                    turns.update(data, failed ? TurnProgress::failedOne : TurnProgress::finished);
                    return null;
                }),
                hooks.register(options(config, "error:tool"), counting(turns, TurnProgress::failedOne)),
                hooks.register(options(config, "provider:request"), (event, data) -> {
                    String notice = turns.of(data).notice();
                    turns.update(data, TurnProgress::asked);
                    return notice == null ? null : HookResult.inject(notice).ephemeral();
                }),
                hooks.register(options(config, "provider:response"), (event, data) -> {
                    turns.update(data, turn -> turn.answered(data.get("usage")));
                    return null;
                }),
                hooks.register(options(config, "orchestrator:complete"), (event, data) -> {
                    TurnProgress turn = turns.of(data);
                    turns.update(data, before -> TurnProgress.NONE);
                    return summary ? summedUp(turn, data) : null;
                }));
    }

    private static HookOptions options(HookConfig config, String event) {
        return config.options(HookOptions.forEvent(event).name(NAME).priority(50));
    }

    /** Before any guard: who is denied and tries again and again is seen, too. */
    private static HookOptions before(HookConfig config) {
        return config.options(HookOptions.forEvent(Events.TOOL_PRE).name(NAME).priority(-100));
    }

    private static HookHandler counting(SessionStates<TurnProgress> turns, UnaryOperator<TurnProgress> change) {
        return (event, data) -> {
            turns.update(data, change);
            return null;
        };
    }

    /** What is injected here is lost if the call is denied; then it is said with the next request. */
    private static HookResult repeated(String tool, int count, SessionStates<TurnProgress> turns, EventData data) {
        String notice = "You have called " + tool + " with the same input " + count
                + " times in this turn. If it does not help, try something else or say what is missing.";
        turns.update(data, turn -> turn.noticing(notice));
        return HookResult.inject(notice)
                .ephemeral()
                .userMessage(tool + " was called with the same input " + count + " times", Level.WARNING);
    }

    private static @Nullable HookResult summedUp(TurnProgress turn, EventData data) {
        return turn.tools() == 0 ? null : HookResult.proceed().userMessage(turn.summary(TurnProgress.time(data)));
    }

    private static String digest(ToolPre call) {
        try {
            return CanonicalJson.digest(EventData.of("tool", call.toolName(), "input", call.toolInput()));
        } catch (InvalidEventDataException e) {
            return ""; // it has no canonical form, and will get no permit
        }
    }
}
