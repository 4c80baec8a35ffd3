package dev.carabiner.console;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is known around a request: its session, what user and model said, the hooks that had a say, and facts. A fact is
 * what the server found out itself, never what a model or tool says of the call.
 */
final class RequestContext {

    private static final int PAST = 500;
    private static final int MOST_AGENTS = 20;

    private final ApprovalDatabase database;
    private final LogFollower follower;
    private final Function<String, @Nullable Path> directories;

    RequestContext(ApprovalDatabase database, LogFollower follower, Function<String, @Nullable Path> directories) {
        this.database = database;
        this.follower = follower;
        this.directories = directories;
    }

    EventData session(ApprovalRequest request) {
        String id = request.session();
        KnownSession known = follower.session(id);
        return EventData.of(
                "id",
                id,
                "name",
                name(known),
                "agent",
                agents(known),
                "parent",
                parent(known),
                "turn",
                follower.notes(id).turn());
    }

    private static String name(@Nullable KnownSession known) {
        return known == null ? "" : VisibleText.inOneLine(known.name());
    }

    /** The agents down to the one that asks: the session's own, then those that work for it, each in a session of its own. */
    private List<String> agents(@Nullable KnownSession known) {
        List<String> below = new ArrayList<>();
        KnownSession each = known;
        while (each != null && each.parent() != null && below.size() < MOST_AGENTS) {
            below.addFirst(name(each));
            each = follower.session(each.parent());
        }
        below.addFirst("main");
        return below;
    }

    /** The session that it works for; null if it works for none. */
    private @Nullable EventData parent(@Nullable KnownSession known) {
        String id = known == null ? null : known.parent();
        return id == null ? null : EventData.of("id", VisibleText.inOneLine(id), "name", name(follower.session(id)));
    }

    /** The fields of the whole object that the request itself does not have. */
    Map<String, @Nullable Object> around(StoredApproval stored) {
        ApprovalRequest request = stored.request();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        CallFacts found = new CallFacts(request, directories.apply(request.session()));
        EventData shown = new ShownCall(request, found.firstLine()).json();
        fields.put("shown", shown);
        fields.put("facts", facts(found, request, shown));
        fields.put("said", follower.notes(request.session()).said());
        fields.put("runs", follower.runs(request.id()));
        return fields;
    }

    private List<EventData> facts(CallFacts found, ApprovalRequest request, EventData shown) {
        List<EventData> facts = new ArrayList<>();
        if ("diff".equals(shown.get("kind"))) {
            facts.add(fact("size", "1 file, +" + shown.get("added") + " −" + shown.get("removed"), false));
        }
        facts.addAll(found.all());
        facts.add(history(request));
        return facts;
    }

    /** Who asks, and where the question stands among those that hooks have about the same call. */
    EventData askedBy(ApprovalRequest request) {
        List<String> asking = follower.runs(request.id()).stream()
                .filter(run -> "ask_user".equals(run.get("action")))
                .map(run -> String.valueOf(run.get("hook")))
                .toList();
        int place = asking.indexOf(request.hook());
        return EventData.of(
                "hook",
                request.hook(),
                "event",
                request.event(),
                "prompt",
                request.shown().prompt(),
                "reason",
                request.reason(),
                "question",
                place < 0 ? 1 : place + 1,
                "of",
                place < 0 ? 1 : asking.size());
    }

    /** How often the very same operation was asked about before. */
    private EventData history(ApprovalRequest request) {
        List<StoredApproval> same = database.ended(PAST).stream()
                .filter(it -> it.request().digest().equals(request.digest()))
                .filter(it -> !it.id().equals(request.id()))
                .toList();
        long denied = same.stream()
                .filter(it -> it.decision() != null && !it.decision().granted())
                .count();
        if (same.isEmpty()) {
            return fact("history", "never asked before", false);
        }
        String times = same.size() == 1 ? "once" : same.size() + " times";
        String refusals = denied == 0 ? "never denied" : denied == 1 ? "denied once" : "denied " + denied + " times";
        return fact("history", "asked " + times + " before, " + refusals, denied > 0);
    }

    private static EventData fact(String kind, String text, boolean warning) {
        return EventData.of("kind", kind, "text", text, "warning", warning);
    }
}
