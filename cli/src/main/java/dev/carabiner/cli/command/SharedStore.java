package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.approvals.InstalledApprovals;
import dev.carabiner.cli.terminal.Suggestion;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.store.StorePlace;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.runtime.agent.AgentCatalog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The store that the agents of a bundle use, opened for a person. */
final class SharedStore implements AutoCloseable {

    /** How many requests that have ended are looked through. */
    static final int PAST = 500;

    private static final int MOST_PENDING = 10_000;

    /** It tells of its start, which is of no use here. Held in a field, or its level would be lost. */
    private static final Logger CONNECTIONS = Logger.getLogger("com.zaxxer.hikari");

    private final Surroundings here;
    private final ApprovalDatabase database;
    private final StorePlace place;

    private SharedStore(Surroundings here, ApprovalDatabase database, StorePlace place) {
        this.here = here;
        this.database = database;
        this.place = place;
    }

    /** @param bundle as {@code run --bundle} takes it; null for that of the project here, or the default */
    static SharedStore open(@Nullable String bundle, Surroundings here) {
        if (RunMark.isOn(here.environment())) {
            throw CommandException.failed(
                    "This runs within an agent's run, and an agent decides nothing about approvals"
                            + " and rules. Call it in a terminal of your own");
        }
        CONNECTIONS.setLevel(Level.WARNING);
        StorePlace place = place(bundle, here);
        return new SharedStore(here, InstalledApprovals.database(place), place);
    }

    private static StorePlace place(@Nullable String bundle, Surroundings here) {
        AgentCatalog catalog = Bundles.catalog(here);
        Bundle loaded = catalog.loader().load(ChosenBundle.files(bundle, here.directory(), here));
        try (Engine engine = Bundles.engine(loaded, catalog, here)) {
            return Objects.requireNonNull(engine.approvalPlace(), "the command brings the module for it");
        }
    }

    ApprovalDatabase database() {
        return database;
    }

    ApprovalStore store() {
        return database.store();
    }

    StorePlace place() {
        return place;
    }

    List<StoredApproval> pending() {
        return store().pending(null, MOST_PENDING);
    }

    /** The request that a person names: by its id, or an unmistakable beginning of it. */
    StoredApproval named(String wanted) {
        StoredApproval exact = store().read(wanted);
        if (exact != null) {
            return exact;
        }
        List<StoredApproval> all = new ArrayList<>(pending());
        all.addAll(database.ended(PAST));
        List<StoredApproval> fitting = all.stream()
                .filter(each -> !wanted.isEmpty() && each.id().startsWith(wanted))
                .toList();
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        List<String> ids = all.stream().map(StoredApproval::id).toList();
        throw CommandException.failed(
                fitting.isEmpty()
                        ? "There is no request '" + wanted + "' in " + place + Suggestion.of(wanted, ids)
                                + "\n'carabiner approvals list' lists those that wait"
                        : "'" + wanted + "' could be any of " + fitting.size() + " requests; give more of its id");
    }

    /** The directory that a session works in; null if it is not one of this user's. */
    @Nullable
    Path directoryOf(String session) {
        try {
            return SessionTable.store(here).metadata(session).workingDirectory();
        } catch (CarabinerException | IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
