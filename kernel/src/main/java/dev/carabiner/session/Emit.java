package dev.carabiner.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One emit of a session, as its records name it.
 *
 * @param id in no other record of the log for another emit
 * @param parent the emit that it came out of; empty if it came out of none
 * @param callId the tool call that it is about, if there is one
 */
record Emit(
        String id, String parent, Instant time, @Nullable String callId) {}
