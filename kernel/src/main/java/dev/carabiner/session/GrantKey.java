package dev.carabiner.session;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import org.jspecify.annotations.Nullable;

/** What "Allow always" is remembered by. */
final class GrantKey {

    private GrantKey() {}

    /**
     * The scope that was shown, or else exactly this operation: as a digest of canonical JSON, so that no two different
     * ones have the same, whatever characters they hold. Null if the request offers no such option, or has no key.
     */
    static @Nullable String of(ApprovalRequest request) {
        if (request.options().stream().noneMatch(GrantRule::remembers)) {
            return null;
        }
        EventData common = EventData.of(
                "hook", request.hook(),
                "event", request.event(),
                "tool", request.tool(),
                "options", request.options());
        EventData whole = request.scope().isBlank()
                ? common.with("prompt", request.prompt()).with("digest", request.digest())
                : common.with("scope", request.scope());
        try {
            return CanonicalJson.digest(whole);
        } catch (InvalidEventDataException e) {
            return null; // half a character somewhere: it is asked each time
        }
    }
}
