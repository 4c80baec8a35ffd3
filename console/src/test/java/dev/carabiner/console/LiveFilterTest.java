package dev.carabiner.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.event.EventData;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The filter of a stream, whose addresses name it as the live page does. */
class LiveFilterTest {

    private final ApprovalRequest request = ShownCallTest.request("Bash", EventData.of("command", "ls"));

    private boolean accepts(String key, String value) {
        return LiveFilter.of(Map.of(key, value)::get).accepts(request);
    }

    @Test
    void takes_requests_by_their_session_event_and_hook_as_events_that_ask() {
        assertThat(LiveFilter.of(key -> null).accepts(request)).isTrue();
        assertThat(accepts("session", "s-1")).isTrue();
        assertThat(accepts("session", "s-2")).isFalse();
        assertThat(accepts("hook", "guard")).isTrue();
        assertThat(accepts("hook", "other")).isFalse();
        assertThat(accepts("event", "tool:*")).isTrue();
        assertThat(accepts("event", "prompt:submit")).isFalse();
        assertThat(accepts("action", "ask_user")).isTrue();
        assertThat(accepts("action", "deny")).isFalse();
    }
}
