package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.Table;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.runtime.store.ListedSession;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** {@code carabiner sessions list}, quick enough to be answered before the other commands are even loaded. */
public final class SessionTable {

    private SessionTable() {}

    static SessionStore store(Surroundings here) {
        return SessionStore.at(here.ownDirectory().resolve("sessions"));
    }

    /** Prints the sessions, newest first, and returns the exit code. */
    public static int print(Surroundings here) {
        try {
            List<ListedSession> sessions = store(here).list();
            if (sessions.isEmpty()) {
                here.out().println("No sessions yet; 'carabiner run' begins one");
            } else {
                here.out().print(table(here, sessions, Instant.now()).text());
            }
            return ExitCode.DONE;
        } catch (CarabinerException e) {
            here.err().println("carabiner: " + VisibleText.escaped(String.valueOf(e.getMessage())));
            return ExitCode.FAILED;
        }
    }

    private static Table table(Surroundings here, List<ListedSession> sessions, Instant now) {
        Table table = new Table(here.styles(), here.columns(), "SESSION", "UPDATED", "STATUS", "TURNS", "NAME");
        for (ListedSession session : sessions) {
            switch (session) {
                case ListedSession.Known(SessionMetadata known) ->
                    table.row(
                            known.id(),
                            here.columns() > 0 ? age(known.updated(), now) : second(known.updated()),
                            known.status().text(),
                            String.valueOf(known.turns()),
                            known.name());
                case ListedSession.Damaged(String id, String problem) -> table.row(id, "", "damaged", "", problem);
            }
        }
        return table;
    }

    private static String second(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    static String age(Instant time, Instant now) {
        Duration age = Duration.between(time, now);
        if (age.toSeconds() < 60) {
            return "just now";
        }
        if (age.toMinutes() < 60) {
            return age.toMinutes() + " min ago";
        }
        if (age.toHours() < 48) {
            return age.toHours() + " h ago";
        }
        return age.toDays() + " days ago";
    }
}
