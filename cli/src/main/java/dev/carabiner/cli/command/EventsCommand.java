package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Suggestion;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.TextWidth;
import dev.carabiner.event.EventType;
import dev.carabiner.event.Events;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code carabiner events}: what a hook can be registered for. */
@Command(
        name = "events",
        description = "Lists the known events with the keys of their data, in the order of a session.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner events",
            "  carabiner events tool:pre",
            "  carabiner events 'tool:*'",
            "",
            "What belongs to one tool call also carries its tool_call_id.",
            "A hook may also register for 'tool:*', for '*', and for names of your own."
        })
final class EventsCommand implements Callable<Integer> {

    private static final int MARGIN = 4;

    private final Surroundings here;

    @Parameters(paramLabel = "EVENT", arity = "0..1", description = "Only this one, or those of a pattern.")
    private @Nullable String wanted;

    EventsCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        List<EventType<?>> events = wanted == null ? Events.known() : matching(wanted);
        events.forEach(this::print);
        return ExitCode.DONE;
    }

    private void print(EventType<?> event) {
        Styles styles = here.styles();
        here.out().println(styles.bold(event.name()));
        String keys = String.join(", ", event.keys());
        List<String> lines = here.columns() == 0 ? List.of(keys) : TextWidth.wrapped(keys, here.columns() - MARGIN);
        lines.forEach(line -> here.out().println(" ".repeat(MARGIN) + styles.dim(line)));
    }

    private static List<EventType<?>> matching(String wanted) {
        EventType<?> one = Events.find(wanted);
        if (one != null) {
            return List.of(one);
        }
        String prefix = wanted.endsWith("*") ? wanted.substring(0, wanted.length() - 1) : wanted + ":";
        List<EventType<?>> several = Events.known().stream()
                .filter(event -> event.name().startsWith(prefix))
                .toList();
        if (several.isEmpty()) {
            List<String> names =
                    Events.known().stream().<String>map(EventType::name).toList();
            throw CommandException.usage("There is no known event '" + wanted + "'" + Suggestion.of(wanted, names)
                    + "\n'carabiner events' lists them");
        }
        return several;
    }
}
