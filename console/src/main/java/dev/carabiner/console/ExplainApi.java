package dev.carabiner.console;

import dev.carabiner.console.ConsoleHandler.ApiCall;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import dev.carabiner.event.InvalidEventNameException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What the hooks say about a call or an event that is only described. They are called; nothing comes of it but the words. */
final class ExplainApi {

    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final Set<String> KEYS = Set.of("event", "data", "tool", "input", "session");

    /** What is to be judged. */
    private record Described(String event, EventData data) {}

    private final LogFollower follower;
    private final Console.@Nullable Explainer explainer;
    private final RequestLimit limit = RequestLimit.ofExplanations();

    ExplainApi(LogFollower follower, Console.@Nullable Explainer explainer) {
        this.follower = follower;
        this.explainer = explainer;
    }

    /** Who may only look may not have programs run, as hooks may be. */
    Reply explain(ApiCall call) {
        RequestBody body = new RequestBody(Objects.requireNonNull(call.body())).expect(KEYS);
        if (call.user().role() != ConsoleRole.APPROVER) {
            throw Problem.forbidden("It calls the hooks, which may be programs; that takes an approver");
        }
        Described described = described(body);
        String id = body.optional("session");
        KnownSession session = id == null ? null : follower.required(id);
        Console.Explainer asked = explainer;
        if (asked == null) {
            throw Problem.of(
                    422,
                    "no-hooks",
                    "No hooks",
                    "This server has no hooks; 'carabiner serve' and 'carabiner run --console' have those of their bundle");
        }
        RequestLimit.Place place = limit.enter();
        return Reply.json(200, inTime(place, () -> asked.explain(described.event(), described.data(), session)));
    }

    private static Described described(RequestBody body) {
        String tool = body.optional("tool");
        String event = body.optional("event");
        EventData input = body.object("input");
        EventData data = body.object("data");
        if (tool != null && input != null && event == null && data == null) {
            return new Described("tool:pre", EventData.of("tool_name", tool, "tool_input", input));
        }
        if (event == null || tool != null || input != null) {
            throw Problem.badRequest("Expected either \"tool\" and \"input\", a call, or \"event\" and its \"data\"");
        }
        try {
            return new Described(EventNames.requireName(event), data == null ? EventData.empty() : data);
        } catch (InvalidEventNameException e) {
            throw Problem.badRequest("\"event\": " + VisibleText.inOneLine(String.valueOf(e.getMessage())));
        }
    }

    /** A hook that does not come to an end is interrupted, and keeps its place until it has ended. */
    private static EventData inTime(RequestLimit.Place place, Callable<EventData> question) {
        FutureTask<EventData> task = new FutureTask<>(() -> {
            try (place) {
                return question.call();
            }
        });
        Thread.ofVirtual().name("carabiner-console-explain").start(task);
        try {
            return task.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            task.cancel(true);
            throw Problem.of(503, "slow", "Too slow", "The hooks did not answer within " + LONGEST.toSeconds() + " s");
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw Problem.of(503, "ended", "It was ended", "The server ends");
        } catch (ExecutionException e) {
            throw problem(Objects.requireNonNull(e.getCause()));
        }
    }

    private static RuntimeException problem(Throwable cause) {
        if (cause instanceof CarabinerException) {
            String why = VisibleText.inOneLine(String.valueOf(cause.getMessage()));
            return Problem.of(422, "not-asked", "The hooks cannot be asked", why);
        }
        return cause instanceof RuntimeException unexpected ? unexpected : new IllegalStateException(cause);
    }
}
