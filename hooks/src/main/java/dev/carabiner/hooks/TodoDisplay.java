package dev.carabiner.hooks;

import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The user sees the agent's list of tasks whenever it changes, and the agent is reminded of the open ones with each
 * request, which the history never holds.
 */
public final class TodoDisplay implements HookModule {

    private static final String NAME = "todo-display";
    private static final int LONGEST_TEXT = 200;
    private static final int MOST_KEPT = 1_000;

    private record Todo(String text, String status) {

        boolean open() {
            return !status.equals("completed") && !status.equals("cancelled");
        }

        String marked() {
            String mark = status.equals("in_progress") ? "[>] " : open() ? "[ ] " : "[x] ";
            return mark + text;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Shows the agent's todo list, and reminds the agent of what is open.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of("remind", ConfigType.FLAG, "most", ConfigType.NUMBER);
    }

    @Override
    public EventData configDefaults() {
        return EventData.of("remind", true, "most", 20);
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        int most = InvalidSettingException.atLeastOne(NAME, "most", config.number("most", 20));
        boolean remind = config.flag("remind", true);
        SessionStates<List<Todo>> lists = new SessionStates<>(List.of());
        HookOptions written = HookOptions.forEvent(Events.TOOL_POST).name(NAME).tools("TodoWrite");
        HookOptions asked = HookOptions.forEvent("provider:request").name(NAME);
        return Mounted.of(
                mount.hooks().on(Events.TOOL_POST, config.options(written), (call, data) -> {
                    if (Boolean.FALSE.equals(call.success()) || call.toolInput() == null) {
                        return null;
                    }
                    List<Todo> todos = todos(call.toolInput());
                    lists.update(data, before -> todos);
                    return shown(todos, most);
                }),
                mount.hooks()
                        .register(
                                config.options(asked),
                                (event, data) -> remind ? reminder(lists.of(data), most) : null));
    }

    private static HookResult shown(List<Todo> todos, int most) {
        long done = todos.stream().filter(todo -> !todo.open()).count();
        String cut = todos.size() <= most ? "" : ", the first " + most;
        return HookResult.proceed()
                .userMessage("Todos, " + done + " of " + todos.size() + " done" + cut + lines(todos, most));
    }

    private static @Nullable HookResult reminder(List<Todo> todos, int most) {
        List<Todo> open = todos.stream().filter(Todo::open).toList();
        String cut = open.size() <= most ? "" : ", the first " + most + " of " + open.size();
        return open.isEmpty()
                ? null
                : HookResult.inject("Open todos" + cut + ":" + lines(open, most))
                        .ephemeral()
                        .appendToLastToolResult();
    }

    private static String lines(List<Todo> todos, int most) {
        return todos.stream().limit(most).map(todo -> "\n" + todo.marked()).collect(Collectors.joining());
    }

    private static List<Todo> todos(EventData input) {
        List<Todo> todos = new ArrayList<>();
        if (input.get("todos") instanceof List<?> list) {
            for (Object entry : list.subList(0, Math.min(MOST_KEPT, list.size()))) {
                if (entry instanceof Map<?, ?> todo) {
                    todos.add(new Todo(line(todo.get("content")), String.valueOf(todo.get("status"))));
                }
            }
        }
        return List.copyOf(todos);
    }

    private static String line(@Nullable Object content) {
        String text = String.valueOf(content).replaceAll("\\s+", " ").strip();
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + " [cut]";
    }
}
