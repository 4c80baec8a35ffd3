package dev.carabiner.cli.command;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code carabiner approvals watch}: a desk for all agents of a store. */
@Command(
        name = "watch",
        description = {
            "Asks you here what agents anywhere wait for, one after another, until you end it with Ctrl-C.",
            "Without a terminal it prints a line for each request as it comes and as it ends."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  carabiner approvals watch", "  carabiner approvals watch --as on-call"})
final class WatchCommand extends StoreCommand {

    private static final long PAUSE_MILLIS = 250;
    private static final int MOST_WATCHED = 1_000;

    @Option(names = "--as", paramLabel = "NAME", description = "Under which name. Preset: your user's.")
    private @Nullable String name;

    WatchCommand(Surroundings here) {
        super(here);
    }

    @Override
    int run(SharedStore store) throws IOException, InterruptedException {
        String person = StoreOptions.name(name);
        if (here.interactive()) {
            new StoreDialogs(here, store.store(), person).watch();
        } else {
            follow(store);
        }
        return ExitCode.DONE;
    }

    private void follow(SharedStore store) throws InterruptedException {
        Set<String> known = new HashSet<>();
        while (!Thread.currentThread().isInterrupted()) {
            List<StoredApproval> waiting = store.store().pending(null, MOST_WATCHED);
            waiting.stream()
                    .filter(each -> known.add(each.id()))
                    .forEach(each -> line(each.id(), "pending  " + ApprovalPage.title(each.request())));
            Set<String> ids = waiting.stream().map(StoredApproval::id).collect(Collectors.toSet());
            for (String id : List.copyOf(known)) {
                if (!ids.contains(id)) {
                    known.remove(id);
                    ended(id, store.store().read(id));
                }
            }
            here.out().flush();
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private void ended(String id, @Nullable StoredApproval stored) {
        ApprovalDecision decision = stored == null ? null : stored.decision();
        line(id, decision == null ? "gone" : ApprovalPage.who(decision));
    }

    private void line(String id, String text) {
        here.out().println(VisibleText.inOneLine(id) + "  " + VisibleText.inOneLine(text));
    }
}
