package dev.carabiner.runtime.offline;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException;
import dev.carabiner.runtime.provider.Usage;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A provider without a model: the same conversation gets the same answer. It follows the instructions in the last
 * prompt, or plays a scenario.
 */
public final class OfflineProvider implements Provider {

    static final String NAME = "provider-offline";

    private static final AnswerSink NOWHERE = new AnswerSink() {
        @Override
        public void start(int index, String blockType) {}

        @Override
        public void delta(int index, String piece) {}

        @Override
        public void end(int index, String blockType, String text) {}
    };

    private final Script script;
    private final Duration delay;

    private OfflineProvider(Script script, Duration delay) {
        this.script = script;
        this.delay = delay;
    }

    /** Follows instructions. Any number of sessions can share it: all that it knows is in the conversation. */
    public static OfflineProvider following(Duration delay) {
        return new OfflineProvider(new FollowInstructions(), delay);
    }

    /** Plays a scenario once, from its beginning, whichever session asks. */
    public static OfflineProvider playing(OfflineScript scenario, Duration delay) {
        return new OfflineProvider(new PlayScenario(scenario), delay);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String model() {
        return "offline";
    }

    @Override
    public ModelAnswer answer(ModelRequest request) throws InterruptedException {
        return answer(request, NOWHERE, false);
    }

    @Override
    public ModelAnswer stream(ModelRequest request, AnswerSink pieces) throws InterruptedException {
        return answer(request, pieces, true);
    }

    private ModelAnswer answer(ModelRequest request, AnswerSink pieces, boolean streaming) throws InterruptedException {
        Line line = script.next(request);
        List<String> words = WordPieces.of(line.text());
        AnswerDelay pace = new AnswerDelay(line.delay() == null ? delay : line.delay(), streaming ? words.size() : 0);
        pace.step();
        if (!words.isEmpty()) {
            pieces.start(0, "text");
            for (String word : words) {
                pieces.delta(0, word);
                if (streaming) {
                    pace.step();
                }
            }
        }
        failIfMeantTo(line.error());
        if (!words.isEmpty()) {
            pieces.end(0, "text", line.text());
        }
        int index = words.isEmpty() ? 0 : 1;
        for (ToolCall call : line.calls()) {
            String input = EventDataJson.write(call.input());
            pieces.start(index, "tool_use");
            pieces.delta(index, input);
            pieces.end(index, "tool_use", input);
            index++;
        }
        return new ModelAnswer(
                line.text(), line.calls(), usage(request, line), line.calls().isEmpty() ? "end_turn" : "tool_use");
    }

    private static void failIfMeantTo(@Nullable SimulatedError error) {
        if (error != null) {
            throw new ProviderException(NAME, error.kind(), error.message(), error.retryAfter(), null);
        }
    }

    private static Usage usage(ModelRequest request, Line line) {
        long asked = 0;
        for (Message message : request.messages()) {
            asked += message.text().length() + length(message.toolCalls());
        }
        return new Usage(tokens(asked), tokens(line.text().length() + length(line.calls())));
    }

    private static long length(List<ToolCall> calls) {
        long length = 0;
        for (ToolCall call : calls) {
            length += call.name().length() + EventDataJson.write(call.input()).length();
        }
        return length;
    }

    private static int tokens(long characters) {
        return (int) Math.min(Integer.MAX_VALUE, (characters + 3) / 4);
    }
}
