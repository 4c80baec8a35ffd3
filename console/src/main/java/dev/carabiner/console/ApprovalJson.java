package dev.carabiner.console;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approval.Vote;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The approval object of the API. */
final class ApprovalJson {

    /** What a digest says of itself, as in {@code sha256:9c1f…}. */
    static final String DIGEST = "sha256:";

    /** An option under the name that a decision calls it by. */
    record Option(String id, String label, boolean grants) {}

    private final RequestContext context;

    ApprovalJson(RequestContext context) {
        this.context = context;
    }

    /** Without what only one request at a time is worth: the call itself. */
    EventData summary(StoredApproval stored) {
        return EventData.of(common(stored));
    }

    /** All of it. */
    EventData whole(StoredApproval stored, @Nullable String nonce) {
        ApprovalRequest request = stored.request();
        Map<String, @Nullable Object> fields = common(stored);
        fields.put(
                "operation",
                EventData.of(
                        "tool",
                        request.tool(),
                        "input",
                        request.toolInput(),
                        "digest",
                        DIGEST + request.digest(),
                        "editable",
                        request.hasToolInput() && request.votesNeeded() == 1));
        fields.putAll(context.around(stored));
        ApprovalDecision decision = stored.decision();
        fields.put("decision", decision == null ? null : wholeDecision(request, decision));
        fields.put("nonce", nonce);
        return EventData.of(fields);
    }

    private Map<String, @Nullable Object> common(StoredApproval stored) {
        ApprovalRequest request = stored.request();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("id", request.id());
        fields.put("version", version(stored));
        fields.put("state", name(stored.state()));
        fields.put("title", ShownCall.title(request));
        fields.put("tool", VisibleText.inOneLine(request.tool()));
        fields.put("what", ShownCall.what(request));
        fields.put("created_at", request.created().toString());
        fields.put("expires_at", stored.expires().toString());
        fields.put("on_timeout", request.byDefault() == Decision.ALLOW ? "allow" : "deny");
        fields.put("session", context.session(request));
        fields.put("asked_by", context.askedBy(request));
        fields.put(
                "options",
                options(request).stream()
                        .map(it -> EventData.of("id", it.id(), "label", it.label(), "grants", it.grants()))
                        .toList());
        fields.put("quorum", quorum(stored));
        ApprovalDecision decision = stored.decision();
        fields.put("decision", decision == null ? null : decision(request, decision));
        return fields;
    }

    /** It is another one after each change. */
    static int version(StoredApproval stored) {
        int step = switch (stored.state()) {
            case PENDING -> 0;
            case ALLOWED, DENIED, EXPIRED, CANCELLED -> 1;
            case USED -> 2;
            case EXECUTED, FAILED, UNKNOWN -> 3;
        };
        return 1 + stored.votes().size() + step;
    }

    static String name(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static EventData quorum(StoredApproval stored) {
        ApprovalRequest request = stored.request();
        List<EventData> votes =
                stored.votes().stream().map(it -> vote(request, it)).toList();
        return EventData.of("needed", request.votesNeeded(), "of", request.approvers(), "votes", votes);
    }

    private static EventData vote(ApprovalRequest request, Vote vote) {
        Instant counted = vote.counted();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("by", vote.voter());
        fields.put("option", optionId(request, vote.option()));
        fields.put("channel", vote.channel());
        fields.put("at", counted == null ? null : counted.toString());
        return EventData.of(fields);
    }

    /** With what a program that has asked needs to go on: the input that it may run instead, and why it may not. */
    private static EventData wholeDecision(ApprovalRequest request, ApprovalDecision decision) {
        return decision(request, decision).with("input", decision.input()).with("reason", decision.reason());
    }

    private static EventData decision(ApprovalRequest request, ApprovalDecision decision) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("granted", decision.granted());
        fields.put("decided_by", decision.decidedBy());
        fields.put("decided_at", decision.decidedAt().toString());
        fields.put("channel", decision.channel());
        fields.put("how", decision.how().name().toLowerCase(Locale.ROOT));
        fields.put("option", optionId(request, decision.option()));
        fields.put("edited", decision.input() != null);
        return EventData.of(fields);
    }

    /** The name of an option that was chosen; as it was written if the request has none such. */
    static @Nullable String optionId(ApprovalRequest request, @Nullable String label) {
        return options(request).stream()
                .filter(it -> it.label().equals(label))
                .map(Option::id)
                .findFirst()
                .orElse(label);
    }

    /** The options that are offered, and a refusal if there is none among them. */
    static List<Option> options(ApprovalRequest request) {
        List<String> labels = new ArrayList<>(request.options());
        if (labels.stream().allMatch(GrantRule::grants)) {
            labels.add("Deny");
        }
        Set<String> taken = new HashSet<>();
        List<Option> options = new ArrayList<>();
        for (String label : labels) {
            String plain = label.strip().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
            String id = plain;
            for (int i = 2; !taken.add(id); i++) {
                id = plain + "_" + i;
            }
            options.add(new Option(id, label, GrantRule.grants(request, label)));
        }
        return options;
    }
}
