package dev.carabiner.console;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.console.ConsoleHandler.ApiCall;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.session.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Requests of other programs. Who asks is what the server knows, and what it asks once it can ask again by its key. */
final class AskedByProgram {

    private static final Set<String> KEYS = Set.of("tool", "input", "prompt", "timeout");
    private static final Duration USUAL = Duration.ofMinutes(5);
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final int LONGEST_TEXT = 2_000;

    private final ApprovalStore store;
    private final ApprovalJson json;

    AskedByProgram(ApprovalStore store, ApprovalJson json) {
        this.store = store;
        this.json = json;
    }

    static String session(User user) {
        return "api-" + user.name();
    }

    Reply ask(ApiCall call) {
        User user = call.user();
        if (user.role() != ConsoleRole.REQUESTER) {
            throw Problem.forbidden("Only a token of the role requester asks, and yours is of the role "
                    + user.role().name().toLowerCase(Locale.ROOT));
        }
        RequestBody body = new RequestBody(Objects.requireNonNull(call.body())).expect(KEYS);
        String tool = body.text("tool");
        String prompt = Objects.requireNonNullElse(body.optional("prompt"), "Allow this operation?");
        EventData input = body.object("input");
        if (input == null || tool.isBlank() || tool.length() > LONGEST_TEXT || prompt.length() > LONGEST_TEXT) {
            throw Problem.badRequest("Expected \"tool\" and \"prompt\" as short texts and \"input\" as an object");
        }
        Duration timeout = timeout(body.optional("timeout"));
        EventData data = EventData.of("tool_name", tool, "tool_input", input, "asked", prompt);
        String key = call.header("Idempotency-Key");
        String id = key == null
                ? "ap_" + UUID.randomUUID().toString().replace("-", "")
                : "ap_" + Secret.digest(user.name() + "\n" + key).substring(0, 32);
        return stored(new ApprovalRequest(
                id,
                session(user),
                "tool:pre",
                new Question(
                        "api:" + user.name(), prompt, List.of("Allow once", "Deny"), timeout, Decision.DENY, "", ""),
                data,
                digest(data),
                Instant.now()));
    }

    private Reply stored(ApprovalRequest request) {
        try {
            store.request(request);
        } catch (IllegalArgumentException e) {
            throw usedKey();
        }
        StoredApproval stored = Objects.requireNonNull(store.read(request.id()), "it was just stored");
        if (!stored.request().timeout().equals(request.timeout())) {
            throw usedKey();
        }
        return Reply.json(201, json.whole(stored, null)).header("Location", "/api/v1/approvals/" + request.id());
    }

    private static Problem usedKey() {
        return Problem.of(422, "idempotency", "The key was used for another request", "Use another Idempotency-Key");
    }

    private static String digest(EventData data) {
        try {
            return ApprovalRequest.digestOf(data);
        } catch (CarabinerException e) {
            throw Problem.badRequest("The input has no canonical form: " + e.getMessage());
        }
    }

    private static Duration timeout(@Nullable String text) {
        try {
            Duration time = text == null ? USUAL : DurationText.parse(text);
            if (time.isPositive() && time.compareTo(LONGEST) <= 0) {
                return time;
            }
        } catch (IllegalArgumentException e) {
            // refused below
        }
        throw Problem.badRequest("\"timeout\" is no time up to 7 days, as in 5m");
    }
}
