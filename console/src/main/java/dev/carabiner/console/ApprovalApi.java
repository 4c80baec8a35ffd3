package dev.carabiner.console;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approval.Vote;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.console.ConsoleHandler.ApiCall;
import dev.carabiner.event.EventData;
import dev.carabiner.session.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the API answers, given who asks. */
final class ApprovalApi {

    private static final Pattern ONE = Pattern.compile("/approvals/([^/]{1,200})(/decision|/preview|/rules)?");
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final Set<String> DECISION_KEYS =
            Set.of("option", "digest", "nonce", "seen", "input", "rule", "reason");

    private final ApprovalStore store;
    private final Access access;
    private final ApprovalJson json;
    private final ApprovalList list;
    private final AskedByProgram asking;
    private final OfferedRules offered;
    private final Console.@Nullable Preview preview;

    ApprovalApi(
            ApprovalDatabase database,
            Access access,
            Changes changes,
            RequestContext context,
            Function<String, @Nullable Path> directories,
            Console.@Nullable Preview preview) {
        this.json = new ApprovalJson(context);
        this.store = database.store();
        this.access = access;
        this.list = new ApprovalList(database, changes, json);
        this.asking = new AskedByProgram(store, json);
        this.offered = new OfferedRules(database, directories);
        this.preview = preview;
    }

    Reply answer(ApiCall call) {
        if (call.path().equals("/approvals")) {
            return switch (call.method()) {
                case "GET" -> list.page(call);
                case "POST" -> asking.ask(call);
                default -> throw wrongMethod();
            };
        }
        if (call.path().equals("/approvals/first")) {
            return first(call);
        }
        Matcher one = ONE.matcher(call.path());
        if (!one.matches()) {
            throw Problem.notFound("There is no such address in this API");
        }
        String method = call.method() + Objects.requireNonNullElse(one.group(2), "");
        StoredApproval stored = stored(one.group(1), call.user());
        return switch (method) {
            case "GET" -> shown(call, stored);
            case "GET/rules" -> offered.list(stored, call.user());
            case "POST/decision" -> decide(call, stored);
            case "POST/preview" -> previewed(call, stored);
            default -> throw wrongMethod();
        };
    }

    /** The request that expires first, whole; nothing if no request is pending. */
    private Reply first(ApiCall call) {
        if (!call.method().equals("GET")) {
            throw wrongMethod();
        }
        if (!call.user().role().mayLook()) {
            throw Problem.forbidden("A requester sees what it asked, and nothing else");
        }
        List<StoredApproval> waiting = store.pending(null, 1);
        return waiting.isEmpty() ? Reply.empty(204) : shown(call, waiting.getFirst());
    }

    private static Problem wrongMethod() {
        return Problem.of(405, "method", "Not this way", "The address takes another method");
    }

    /** What changed, for streams; null if it is gone, or not wanted. */
    @Nullable
    EventData summary(String id, LiveFilter wanted) {
        StoredApproval stored = store.read(id);
        return stored == null || !wanted.accepts(stored.request()) ? null : json.summary(stored);
    }

    /** What a requester did not ask is not there for it. */
    private StoredApproval stored(String id, User user) {
        StoredApproval stored = store.read(id);
        boolean hidden = stored != null
                && !user.role().mayLook()
                && !stored.request().session().equals(AskedByProgram.session(user));
        if (stored == null || hidden) {
            throw Problem.notFound("There is no request " + id);
        }
        return stored;
    }

    private Reply shown(ApiCall call, StoredApproval first) {
        String wait = call.query("wait");
        StoredApproval stored = wait == null ? first : awaited(first, duration(wait), call.header("If-None-Match"));
        String etag = etag(stored);
        if (etag.equals(call.header("If-None-Match"))) {
            return Reply.empty(304).header("ETag", etag);
        }
        boolean mayDecide = call.user().role() == ConsoleRole.APPROVER && stored.state() == State.PENDING;
        String nonce = mayDecide
                ? access.shown(call.user(), stored.id(), stored.request().digest())
                : null;
        return Reply.json(200, json.whole(stored, nonce)).header("ETag", etag);
    }

    private static String etag(StoredApproval stored) {
        return "\"" + ApprovalJson.version(stored) + "-"
                + Secret.digest(stored.id()).substring(0, 16) + "\"";
    }

    private static Duration duration(String text) {
        try {
            Duration wait = DurationText.parse(text);
            if (wait.compareTo(LONGEST_WAIT) <= 0) {
                return wait;
            }
        } catch (IllegalArgumentException e) {
            // refused below
        }
        throw Problem.badRequest("\"wait\" is no time up to 60s, as in 30s");
    }

    /** Until it is decided; with a version that is known, until it has another one. */
    private StoredApproval awaited(StoredApproval first, Duration longest, @Nullable String known) {
        Instant end = Instant.now().plus(longest);
        StoredApproval stored = first;
        while (stored.state() == State.PENDING && (known == null || known.equals(etag(stored)))) {
            Duration left = Duration.between(Instant.now(), end);
            if (!left.isPositive()) {
                return stored;
            }
            Duration slice =
                    known == null || left.compareTo(Duration.ofMillis(500)) < 0 ? left : Duration.ofMillis(500);
            try {
                stored = store.await(first.id(), slice);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return stored;
            }
        }
        return stored;
    }

    private Reply decide(ApiCall call, StoredApproval stored) {
        RequestBody body = new RequestBody(Objects.requireNonNull(call.body())).expect(DECISION_KEYS);
        requireApprover(call.user());
        String digest = bare(body.text("digest"));
        String nonce = body.text("nonce");
        String seen = body.text("seen");
        ApprovalRequest request = stored.request();
        ApprovalJson.Option option = option(request, body.text("option"));
        requireUndecided(stored);
        if (!digest.equals(request.digest())) {
            EventData fresh = json.whole(stored, access.shown(call.user(), stored.id(), request.digest()));
            throw Problem.with(
                    412, "changed", "The call has changed", "Read it again", EventData.of("approval", fresh));
        }
        if (option.grants() && !seen.equals("all")) {
            throw Problem.of(
                    422, "unseen", "Not all of it was seen", "What is folded must be opened before it is allowed");
        }
        EventData rule = body.object("rule");
        Vote vote = new Vote(
                call.user().name(),
                "console",
                option.label(),
                option.grants(),
                Objects.requireNonNullElse(body.optional("reason"), ""),
                body.object("input"),
                rule == null ? null : offered.wish(rule, stored, option.grants()));
        if (!access.use(nonce, call.user(), stored.id(), digest)) { // last: what is refused before does not use it up
            throw Problem.of(403, "nonce", "Show it again", "The nonce was used, or given for something else");
        }
        return voted(store.decide(stored.id(), digest, vote), stored.id(), call.user());
    }

    private Reply voted(VoteResult result, String id, User user) {
        return switch (result) {
            case VoteResult.Won won -> Reply.json(200, json.whole(stored(id, user), null));
            case VoteResult.Counted counted -> Reply.json(200, json.whole(stored(id, user), null));
            case VoteResult.Late late -> {
                requireUndecided(stored(id, user));
                throw Problem.of(409, "decided", "It was decided before", "Read it again");
            }
            case VoteResult.Refused(String why) -> throw Problem.forbidden(why);
        };
    }

    /** The digest as the command prints it: also without what it says of itself. */
    private static String bare(String digest) {
        return digest.startsWith(ApprovalJson.DIGEST) ? digest.substring(ApprovalJson.DIGEST.length()) : digest;
    }

    private static void requireApprover(User user) {
        if (user.role() != ConsoleRole.APPROVER) {
            throw Problem.forbidden(
                    user.role().mayLook() ? "You may look, not answer" : "This token asks; it cannot decide");
        }
    }

    private static void requireUndecided(StoredApproval stored) {
        ApprovalDecision decision = stored.decision();
        if (decision != null) {
            Map<String, @Nullable Object> own = new LinkedHashMap<>();
            own.put("state", ApprovalJson.name(stored.state()));
            own.put("granted", decision.granted());
            own.put("decided_by", decision.decidedBy());
            own.put("decided_at", decision.decidedAt().toString());
            own.put("channel", decision.channel());
            own.put("option", ApprovalJson.optionId(stored.request(), decision.option()));
            throw Problem.with(
                    409,
                    "decided",
                    "It was decided before",
                    "By " + decision.decidedBy() + " at " + decision.decidedAt(),
                    EventData.of(own));
        }
    }

    private static ApprovalJson.Option option(ApprovalRequest request, String id) {
        List<ApprovalJson.Option> all = ApprovalJson.options(request);
        return all.stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Problem.badRequest("\"option\" is none of "
                        + all.stream().map(ApprovalJson.Option::id).toList()));
    }

    private Reply previewed(ApiCall call, StoredApproval stored) {
        EventData input = new RequestBody(Objects.requireNonNull(call.body()))
                .expect(Set.of("input"))
                .object("input");
        requireApprover(call.user());
        if (input == null) {
            throw Problem.badRequest("\"input\" is missing; expected an object");
        }
        if (preview == null || !stored.request().hasToolInput()) {
            throw Problem.of(422, "no-preview", "No preview", "The guards of this session cannot be asked from here");
        }
        Console.Preview.Verdict verdict = preview.of(stored.request(), input);
        return Reply.json(200, EventData.of("verdict", verdict.verdict(), "reason", verdict.reason()));
    }
}
