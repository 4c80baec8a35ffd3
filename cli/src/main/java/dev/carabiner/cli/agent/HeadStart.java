package dev.carabiner.cli.agent;

import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.event.ToolPre;
import dev.carabiner.guard.program.ProgramTable;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.List;

/**
 * Makes ready on a second thread what an event will need, in the order in which it will: the usual bundle, the modules,
 * digests and keys for the record, the table of programs for the guards, the view of a call. A start for one event does little
 * else than that, and one processor would go through it in a row.
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
            BundleFiles bundle = BundleFiles.builtIn("default");
            ModuleCatalog modules = ModuleCatalog.installed();
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            KeyFactory keys = KeyFactory.getInstance(KEYS);
            Signature signature = Signature.getInstance(KEYS);
            ProgramTable programs = ProgramTable.standard();
            int random = new SecureRandom().nextInt();
            ToolPre call = Events.TOOL_PRE.view(EventData.of("tool_name", "", "tool_input", EventData.empty()));
            made = List.of(bundle, modules, digest, keys, signature, programs, random, call);
        } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
            made = List.of();
        }
    }
}
