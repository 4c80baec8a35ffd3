package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.ToolLabel;
import dev.carabiner.context.Message;
import dev.carabiner.display.VisibleText;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A session as text: what is known of it, its conversation, where its audit log is. */
final class SessionText {

    private static final int SHOWN_LINES = 12;

    private final Surroundings here;
    private final Styles styles;
    private final boolean full;
    private final SessionStore store;

    SessionText(Surroundings here, boolean full) {
        this.here = here;
        this.styles = here.styles();
        this.full = full;
        this.store = SessionTable.store(here);
    }

    void print(String wanted) {
        String id = SessionLookup.idOf(wanted, store);
        SessionMetadata known = store.metadata(id);
        here.out().println(styles.bold("Session " + known.id()));
        field("name", known.name());
        field("status", known.status().text());
        field("created", known.created().toString());
        field("updated", known.updated().toString());
        field("directory", known.workingDirectory().toString());
        field("bundle", known.bundle());
        field("provider", (known.provider() + " " + known.model()).strip());
        field("parent", known.parent() == null ? "" : known.parent());
        field("turns", known.turns() + ", " + known.tokens() + " tokens");
        Path audit = store.auditDirectory(id);
        field("audit log", Files.isDirectory(audit) ? audit.toString() : "");
        store.messages(id).forEach(this::print);
    }

    private void field(String name, String value) {
        if (!value.isEmpty()) {
            here.out().printf("  %-10s %s%n", name, VisibleText.inOneLine(value));
        }
    }

    private void print(Message message) {
        String author = message.metadata().get("hook_name") instanceof String hook ? " (hook " + hook + ")" : "";
        String heading = message.role().name().toLowerCase(Locale.ROOT) + VisibleText.inOneLine(author);
        here.out().println();
        here.out().println(styles.cyan(heading));
        List<String> lines =
                VisibleText.escaped(message.text()).stripTrailing().lines().toList();
        int shown = full ? lines.size() : Math.min(lines.size(), SHOWN_LINES);
        lines.subList(0, shown).forEach(line -> here.out().println("  " + line));
        if (shown < lines.size()) {
            here.out()
                    .println(styles.dim(
                            "  " + styles.dots() + " " + (lines.size() - shown) + " more lines; --full shows all"));
        }
        message.toolCalls()
                .forEach(call ->
                        here.out().println("  " + styles.bullet() + " " + ToolLabel.of(call.name(), call.input())));
    }
}
