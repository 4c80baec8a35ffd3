package dev.carabiner.console;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.console.webhook.WebhookMessage;
import dev.carabiner.console.webhook.WebhookType;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What webhooks say. It goes to other machines, so nothing of a call's input is in it, nor of what a person or a model
 * has said: a title is made of the names of tool and hook, a session is told by its id.
 */
final class WebhookTexts {

    private static final int LONGEST_NAME = 80;
    private static final int LONGEST_ID = 200;

    private final String address;

    /** @param address of the page, without a path */
    WebhookTexts(String address) {
        this.address = address;
    }

    WebhookMessage required(StoredApproval stored) {
        return WebhookMessage.about(
                WebhookType.APPROVAL_REQUIRED,
                stored.request().created(),
                approval(stored, "pending", null),
                stored.id());
    }

    /** How a request has ended, which is not pending any more. */
    WebhookMessage ended(StoredApproval stored) {
        ApprovalDecision decision = Objects.requireNonNull(stored.decision(), "it has ended");
        boolean expired = decision.how() == How.TIMEOUT;
        return WebhookMessage.about(
                expired ? WebhookType.APPROVAL_EXPIRED : WebhookType.APPROVAL_DECIDED,
                expired ? stored.expires() : decision.decidedAt(),
                approval(stored, state(decision), decision.granted()),
                stored.id());
    }

    private static String state(ApprovalDecision decision) {
        return switch (decision.how()) {
            case TIMEOUT -> "expired";
            case ANSWERED, REMEMBERED, RULE -> decision.granted() ? "allowed" : "denied";
            case CANCELLED, INTERRUPTED, ENDED, UNAVAILABLE, UNREACHABLE, FAILED -> "cancelled";
        };
    }

    private EventData approval(StoredApproval stored, String state, @Nullable Boolean granted) {
        ApprovalRequest request = stored.request();
        String asked = request.tool().isEmpty() ? request.event() : request.tool();
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("id", shortened(request.id(), LONGEST_ID));
        data.put("title", name(asked) + ", asked by " + name(request.hook()));
        data.put("session", shortened(request.session(), LONGEST_ID));
        data.put("state", state);
        if (granted != null) {
            data.put("granted", granted);
        }
        data.put("expires_at", stored.expires().toString());
        data.put("link", link("approvals", request.id()));
        return EventData.of(data);
    }

    /**
     * That something which should have stopped or asked did not work.
     *
     * @param problem one of those that the description of the API lists
     * @param names what it is told of once
     */
    WebhookMessage unavailable(LogRecord record, String hook, String problem, String title, String... names) {
        EventData data = EventData.of(
                "id",
                shortened(record.session(), LONGEST_ID) + "/" + record.seq(),
                "title",
                title,
                "session",
                shortened(record.session(), LONGEST_ID),
                "hook",
                name(hook),
                "problem",
                problem,
                "link",
                link("sessions", record.session()));
        return WebhookMessage.about(WebhookType.GUARD_UNAVAILABLE, Instant.parse(record.time()), data, names);
    }

    WebhookMessage tampered(String session, Instant found) {
        EventData data = EventData.of(
                "id", shortened(session, LONGEST_ID),
                "title", "The log of a session is not as it was written",
                "session", shortened(session, LONGEST_ID),
                "link", link("sessions", session));
        return WebhookMessage.about(WebhookType.AUDIT_TAMPERED, found, data, session);
    }

    /** The page's address for it; that of the list if no page can have that name. */
    private String link(String page, String id) {
        boolean hasPage = id.matches("[A-Za-z0-9._-]{1,200}");
        return address + "/" + page + (hasPage ? "/" + id : "");
    }

    /** A name that a bundle, a model or a tool's server has chosen. */
    static String name(String text) {
        return shortened(text, LONGEST_NAME);
    }

    private static String shortened(String text, int most) {
        String head = text.length() > 2 * most ? text.substring(0, 2 * most) : text;
        String line = VisibleText.inOneLine(head);
        return line.codePointCount(0, line.length()) <= most
                ? line
                : line.substring(0, line.offsetByCodePoints(0, most)) + "…";
    }
}
