package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Suggestion;
import dev.carabiner.runtime.store.ListedSession;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import java.util.List;

/** Finds the session that a person names: by its id, an unmistakable beginning of it, or {@code last}. */
final class SessionLookup {

    private static final int SHOWN = 5;

    private SessionLookup() {}

    /** The id of the one that is meant. */
    static String idOf(String wanted, SessionStore store) {
        List<ListedSession> sessions = store.list();
        List<String> ids = sessions.stream().map(ListedSession::id).toList();
        if (wanted.equals("last") && !ids.isEmpty()) {
            return sessions.stream()
                    .filter(session -> !isSubAgents(session, sessions))
                    .map(ListedSession::id)
                    .findFirst()
                    .orElse(ids.getFirst());
        }
        List<String> fitting = ids.contains(wanted) || wanted.isEmpty()
                ? ids.stream().filter(wanted::equals).toList()
                : ids.stream().filter(id -> id.startsWith(wanted)).toList();
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        throw CommandException.failed(
                fitting.isEmpty()
                        ? "There is no session '" + wanted + "' in " + store.root() + Suggestion.of(wanted, ids)
                                + (ids.isEmpty() ? "" : "\n'carabiner sessions list' lists them")
                        : "'" + wanted + "' could be any of " + some(fitting));
    }

    /** A sub-agent's may have been used last, if the session that it works for was killed, but is not the one to resume. */
    private static boolean isSubAgents(ListedSession session, List<ListedSession> all) {
        return session instanceof ListedSession.Known(SessionMetadata known)
                && all.stream()
                        .anyMatch(it -> it instanceof ListedSession.Known(SessionMetadata other)
                                && other.parent() == null
                                && known.isSubAgentOf(other.bundle()));
    }

    private static String some(List<String> ids) {
        int shown = Math.min(SHOWN, ids.size());
        int more = ids.size() - shown;
        return String.join(", ", ids.subList(0, shown)) + (more == 0 ? "" : " and " + more + " more");
    }
}
