package dev.carabiner.runtime.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventType;
import dev.carabiner.event.Events;
import dev.carabiner.runtime.agent.Stage.Seen;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page of events is what a session really emitted. Run with {@code -Dcarabiner.snippets=write} to write it anew.
 */
@Timeout(120)
class EventsPageTest {

    private static final Path PAGE = Path.of("../docs/events.md");

    @TempDir
    Path directory;

    @Test
    void tells_of_every_known_event_what_a_recorded_session_told() throws IOException {
        List<Seen> life = RecordedLife.live(directory);
        assertThat(life.stream().map(Seen::event).distinct())
                .containsAll(Events.known().stream().map(EventType::name).toList());

        String page = page(life);
        if ("write".equals(System.getProperty("carabiner.snippets"))) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page);
    }

    @Test
    void payloads_fit_their_views_and_have_neither_more_nor_less() {
        for (Seen seen : RecordedLife.live(directory)) {
            for (EventType<?> type : Events.known()) {
                if (type.name().equals(seen.event())) {
                    type.view(seen.data());
                    assertThat(seen.data().asMap().keySet())
                            .as(type.name())
                            .containsExactlyInAnyOrderElementsOf(expected(seen, type));
                }
            }
        }
    }

    /** All keys of the view; only an event that is about no tool call lacks the call's id. */
    private static List<String> expected(Seen seen, EventType<?> type) {
        boolean ofCall = seen.data().get("tool_call_id") != null;
        boolean mustBe = seen.event().startsWith("tool:") || seen.event().equals("error:tool");
        return type.keys().stream()
                .filter(key -> ofCall || mustBe || !key.equals("tool_call_id"))
                .toList();
    }

    private static String page(List<Seen> life) {
        StringBuilder page = new StringBuilder("""
                # The events of a session

                After this page you can tell when each event fires and what it carries.

                Written by a test from a session that it ran: real tools, a real store, a sub-agent, approvals, failures, a cancellation
                and a resumption. For each known event: after which event it first came, how often, and everything that it carried, in the
                order of its view; `carabiner events` prints the same keys. What belongs to one tool call, from its `tool:pre` to its
                `tool:post` or `error:tool`, also carries the call's `tool_call_id`.
                Names, aliases and patterns are explained in [Writing a hook](hooks.md).

                | event | first after | times | payload |
                |---|---|--:|---|
                """);
        for (EventType<?> type : Events.known()) {
            page.append("| `%s` | %s | %d | %s |\n"
                    .formatted(type.name(), firstAfter(life, type), times(life, type), keys(type)));
        }
        return page.toString();
    }

    private static String firstAfter(List<Seen> life, EventType<?> type) {
        for (int i = 0; i < life.size(); i++) {
            if (life.get(i).event().equals(type.name())) {
                return i == 0 ? "the beginning" : "`" + life.get(i - 1).event() + "`";
            }
        }
        return "";
    }

    private static long times(List<Seen> life, EventType<?> type) {
        return life.stream().filter(seen -> seen.event().equals(type.name())).count();
    }

    private static String keys(EventType<?> type) {
        return type.keys().stream().map(key -> "`" + key + "`").collect(Collectors.joining(", "));
    }
}
