package dev.carabiner.engine;

import dev.carabiner.display.Throwables;
import dev.carabiner.engine.bundle.ApprovalKeys;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.engine.store.LazyApprovals;
import dev.carabiner.engine.store.StorePassword;
import dev.carabiner.engine.store.StorePlace;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where the questions of an engine's sessions wait: as the bundle says, or as its host usually has it. */
final class ApprovalSetup {

    private ApprovalSetup() {}

    /** Null if they last no longer than their session, or the host has a store of its own. */
    static @Nullable LazyApprovals of(SectionValues session, EnginePorts ports) {
        StorePlace place = ports.approvalStore() == null ? place(session, ports) : null;
        return place == null ? null : new LazyApprovals(place);
    }

    private static @Nullable StorePlace place(SectionValues session, EnginePorts ports) {
        String named = named(session);
        if (named.startsWith("postgresql:")) {
            String file = session.get(SessionKeys.APPROVALS).get(ApprovalKeys.PASSWORD_FILE);
            return new StorePlace.OnServer(
                    named, new StorePassword(file.isEmpty() ? null : Path.of(file), ports.environment()));
        }
        if (!named.isEmpty()) {
            return new StorePlace.InFile(Path.of(named));
        }
        Path usual = ports.usualApprovals();
        return usual == null || !LazyApprovals.isInstalled() ? null : new StorePlace.InFile(usual);
    }

    private static String named(SectionValues session) {
        return session.get(SessionKeys.APPROVALS).get(ApprovalKeys.STORE);
    }

    /**
     * Opens the store that the bundle names, so that a wrong address is told before anything is asked.
     *
     * @throws SessionException if it cannot be opened
     */
    static void require(SectionValues session, LazyApprovals approvals, String sessionId) {
        if (named(session).isEmpty()) {
            return; // the usual place is opened when it is needed
        }
        try {
            approvals.opened();
        } catch (RuntimeException e) {
            throw SessionException.failed(
                    sessionId, "The bundle's session.approvals.store cannot be used: " + Throwables.inWords(e), e);
        }
    }
}
