package dev.carabiner.session;

import dev.carabiner.event.EventData;

/** What the questions of one outcome came to. */
sealed interface Settlement {

    /** All were granted; the grants are this attempt's alone. */
    record Granted(Grants grants) implements Settlement {}

    /** Granted for this input in the place of the one asked about; the hooks have to judge it. */
    record Edited(EventData input, String by, Grants grants) implements Settlement {}

    /** One was refused. The refusal is a stop if it is a cancellation or an interruption. */
    record Refused(String reason, boolean isStop, Denier denier) implements Settlement {}

    /** One is still to be decided, and the caller does not wait for it. */
    record Waiting(String requestId) implements Settlement {}
}
