package dev.carabiner.runtime.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.offline.OfflineProvider;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What has been done stays done when the conversation forgets it. */
class CompactedTurnTest {

    private final Pay pay = new Pay();
    private final Stage stage =
            new Stage().tool(pay).rounds(60).context(EventData.of("max_tokens", 1_500, "keep_last", 2));

    private Session session() {
        return stage.builder(Script.of())
                .provider(OfflineProvider.following(Duration.ZERO))
                .start();
    }

    private static String prompt(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(i -> "run ./pay.sh " + i)
                .collect(Collectors.joining("\n"));
    }

    private static List<String> payments(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(i -> "./pay.sh " + i).toList();
    }

    @Test
    void the_offline_provider_runs_each_instruction_once_though_its_calls_were_removed() {
        try (Session session = session()) {
            TurnResult turn = session.prompt(prompt(1, 12));

            assertThat(stage.all("context:post_compact")).isNotEmpty();
            assertThat(pay.paid).isEqualTo(payments(1, 12));
            assertThat(turn.answer())
                    .contains("not in the conversation any more")
                    .contains("./pay.sh 12");
        }
    }

    @Test
    void what_was_removed_from_one_turn_does_not_count_for_the_next() {
        try (Session session = session()) {
            session.prompt(prompt(1, 12));
            session.prompt(prompt(21, 32));

            assertThat(pay.paid.subList(12, pay.paid.size())).isEqualTo(payments(21, 32));
        }
    }

    @Test
    void no_two_calls_have_the_same_id() {
        try (Session session = session()) {
            session.prompt(prompt(1, 12));
            session.compact();
            session.prompt(prompt(13, 14));

            List<String> ids = session.messages().stream()
                    .flatMap(message -> message.toolCalls().stream())
                    .map(call -> call.id())
                    .toList();
            assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
        }
    }

    /** Remembers each payment, and has much to say about it. */
    private static final class Pay implements Tool {

        final List<String> paid = new ArrayList<>();

        @Override
        public String name() {
            return "Bash";
        }

        @Override
        public String description() {
            return "of a test";
        }

        @Override
        public EventData inputSchema() {
            return EventData.of("type", "object");
        }

        @Override
        public ToolResult run(EventData input, ToolRun run) {
            paid.add(String.valueOf(input.text("command")));
            return ToolResult.of("paid\n" + "x".repeat(2_000));
        }
    }
}
