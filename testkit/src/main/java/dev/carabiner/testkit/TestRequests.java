package dev.carabiner.testkit;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Requests to try a channel or a store with. Each has an id of its own. */
public final class TestRequests {

    /** What these requests offer, in this order. */
    public static final List<String> OPTIONS = List.of("Allow once", "Allow always", "Deny");

    private static final Duration LONG = Duration.ofMinutes(10);

    private TestRequests() {}

    /** A hook named {@code guard} asks about a shell command, and has ten minutes. */
    public static ApprovalRequest about(String command) {
        return about(command, LONG, Decision.DENY);
    }

    /** The same with so much time, and what holds after it. */
    public static ApprovalRequest about(String command, Duration timeout, Decision byDefault) {
        return request("s-1", "guard", command, timeout, byDefault);
    }

    /** The same of another session or hook. */
    public static ApprovalRequest of(String session, String hook, String command) {
        return request(session, hook, command, LONG, Decision.DENY);
    }

    private static ApprovalRequest request(
            String session, String hook, String command, Duration timeout, Decision byDefault) {
        EventData data = EventData.of(
                "session_id", session, "tool_name", "Bash", "tool_input", EventData.of("command", command));
        Question question = new Question(hook, "Run this?", OPTIONS, timeout, byDefault, "it is a test");
        return new ApprovalRequest(
                UUID.randomUUID().toString(),
                session,
                "tool:pre",
                question,
                data,
                ApprovalRequest.digestOf(data),
                Instant.now());
    }
}
