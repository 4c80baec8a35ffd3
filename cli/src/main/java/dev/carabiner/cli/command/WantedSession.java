package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Suggestion;
import dev.carabiner.runtime.store.ListedSession;
import dev.carabiner.runtime.store.SessionStore;
import java.util.List;

/** What a person calls a session: its id, an unmistakable beginning of it, or {@code last}. */
final class WantedSession {

    private static final int SHOWN = 5;

    private WantedSession() {}

    /** The id of the one that is meant. */
    static String idOf(String wanted, SessionStore store) {
        List<String> ids = store.list().stream().map(ListedSession::id).toList();
        if (wanted.equals("last") && !ids.isEmpty()) {
            return ids.getFirst();
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

    private static String some(List<String> ids) {
        int shown = Math.min(SHOWN, ids.size());
        int more = ids.size() - shown;
        return String.join(", ", ids.subList(0, shown)) + (more == 0 ? "" : " and " + more + " more");
    }
}
