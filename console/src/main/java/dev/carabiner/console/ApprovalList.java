package dev.carabiner.console;

import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.console.ConsoleHandler.ApiCall;
import dev.carabiner.event.EventData;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pages of requests: those that wait by their expiry, those that have ended by their decision. */
final class ApprovalList {

    private static final int USUAL = 50;
    private static final int MOST = 200;

    private final ApprovalDatabase database;
    private final Changes changes;
    private final ApprovalJson json;

    ApprovalList(ApprovalDatabase database, Changes changes, ApprovalJson json) {
        this.database = database;
        this.changes = changes;
        this.json = json;
    }

    Reply page(ApiCall call) {
        if (!call.user().role().mayLook()) {
            throw Problem.forbidden("A requester sees what it asked, and nothing else");
        }
        int limit = PageLimit.of(call.query("limit"), USUAL, MOST);
        String state = call.query("state");
        String session = call.query("session");
        if (state != null && !state.equals("pending") && !state.equals("ended")) {
            throw Problem.badRequest("\"state\" is neither pending nor ended");
        }
        boolean ended = "ended".equals(state);
        List<StoredApproval> found =
                ended ? database.ended(limit) : database.store().pending(after(call.query("cursor")), limit);
        List<EventData> page = new ArrayList<>();
        found.stream()
                .filter(each -> session == null || each.request().session().equals(session))
                .map(json::summary)
                .forEach(page::add);
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        body.put("approvals", page);
        body.put("next", !ended && found.size() == limit ? cursor(found.getLast()) : null);
        body.put("waiting", changes.last().waiting());
        String etag = Reply.json(200, EventData.of(body)).etag();
        if (etag.equals(call.header("If-None-Match"))) {
            return Reply.empty(304).header("ETag", etag);
        }
        body.put("now", Instant.now().toString());
        return Reply.json(200, EventData.of(body)).header("ETag", etag);
    }

    private static String cursor(StoredApproval last) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(last.id().getBytes(StandardCharsets.UTF_8));
    }

    private @Nullable StoredApproval after(@Nullable String cursor) {
        if (cursor == null) {
            return null;
        }
        try {
            String id = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            StoredApproval last = database.store().read(id);
            if (last != null) {
                return last;
            }
        } catch (IllegalArgumentException e) {
            // refused below
        }
        throw Problem.badRequest("\"cursor\" is none that this server has given");
    }
}
