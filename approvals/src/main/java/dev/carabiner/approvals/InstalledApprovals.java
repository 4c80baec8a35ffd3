package dev.carabiner.approvals;

import dev.carabiner.engine.store.ApprovalBackend;
import dev.carabiner.engine.store.SharedApprovals;
import dev.carabiner.engine.store.StorePlace;

/** What the engine finds: opens the SQLite file or the PostgreSQL server that a bundle names. */
public final class InstalledApprovals implements ApprovalBackend {

    /** For {@link java.util.ServiceLoader}. */
    public InstalledApprovals() {}

    @Override
    public SharedApprovals open(StorePlace place) {
        return database(place);
    }

    /** The same for those who need more of it than the engine does. */
    public static ApprovalDatabase database(StorePlace place) {
        return switch (place) {
            case StorePlace.InFile(var file) -> ApprovalDatabase.sqlite(file);
            case StorePlace.OnServer(var address, var password) ->
                ApprovalDatabase.postgresql(address, password.read());
        };
    }
}
