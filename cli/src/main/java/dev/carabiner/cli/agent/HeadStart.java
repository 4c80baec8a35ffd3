package dev.carabiner.cli.agent;

import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.event.ToolPre;
import dev.carabiner.guard.program.ProgramTable;
import dev.carabiner.json.EventDataJson;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.Signature;
import java.time.ZoneId;
import java.util.List;

/**
 * Makes ready on a second thread what an event will need: what reads it, random numbers and keys for the record, the
 * table of programs for the guards, the view of a call. A start for one event does little else than that, and one processor
 * would go through it in a row.
 */
public final class HeadStart {

    private static final String KEYS = "Ed25519";

    private static volatile List<Object> made = List.of();

    private HeadStart() {}

    /** Begins, and returns at once. What fails is not told: it fails again where it is needed. */
    public static void begin() {
        if (made.isEmpty()) {
            Thread.ofPlatform().daemon().name("head-start").start(HeadStart::run);
        }
    }

    private static void run() {
        try {
            ToolPre call = Events.TOOL_PRE.view(EventData.of("tool_name", "", "tool_input", EventData.empty()));
            made = List.of(
                    EventDataJson.read("{}"),
                    new SecureRandom().nextInt(),
                    KeyFactory.getInstance(KEYS),
                    Signature.getInstance(KEYS),
                    ProgramTable.standard(),
                    call,
                    ZoneId.systemDefault());
        } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
            made = List.of();
        }
    }
}
