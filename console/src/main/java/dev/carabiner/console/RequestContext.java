package dev.carabiner.console;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.net.URI;
import java.nio.file.InvalidPathException;
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
        String name = known == null ? "" : VisibleText.inOneLine(known.name());
        return EventData.of("id", id, "name", name, "turn", follower.notes(id).turn());
    }

    /** The fields of the whole object that the request itself does not have. */
    Map<String, @Nullable Object> around(StoredApproval stored) {
        ApprovalRequest request = stored.request();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("facts", facts(request));
        fields.put("said", follower.notes(request.session()).said());
        fields.put("runs", follower.runs(request.id()));
        return fields;
    }

    private List<EventData> facts(ApprovalRequest request) {
        List<EventData> facts = new ArrayList<>();
        Path directory = directories.apply(request.session());
        for (String field : List.of("file_path", "path", "notebook_path")) {
            if (directory != null && request.toolInput().get(field) instanceof String file) {
                place(directory, file, facts);
            }
        }
        if (request.toolInput().get("url") instanceof String url) {
            facts.add(fact("network", "host " + host(url), false));
        }
        facts.add(history(request));
        return facts;
    }

    private static void place(Path directory, String file, List<EventData> facts) {
        try {
            boolean inside = directory.resolve(file).normalize().startsWith(directory.normalize());
            facts.add(
                    inside
                            ? fact("place", "inside the working directory", false)
                            : fact("place", "outside the working directory", true));
        } catch (InvalidPathException e) {
            facts.add(fact("place", "no path of this system", true));
        }
    }

    private static String host(String url) {
        try {
            String host = URI.create(url).getHost();
            return host == null ? "unknown" : VisibleText.inOneLine(host);
        } catch (IllegalArgumentException e) {
            return "unknown";
        }
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
