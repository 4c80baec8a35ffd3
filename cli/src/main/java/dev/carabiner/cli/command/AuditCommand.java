package dev.carabiner.cli.command;

import dev.carabiner.cli.audit.AuditCommands;
import dev.carabiner.cli.terminal.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code carabiner audit …}: the audit log's own commands, which read their words themselves. */
@Command(name = "audit", description = "Verifies, shows and exports audit logs; 'carabiner audit --help' says more.")
final class AuditCommand implements Callable<Integer> {

    private final Surroundings here;

    @Unmatched
    private List<String> words = new ArrayList<>();

    AuditCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        return new AuditCommands(here.out(), here.err()).run(words.toArray(String[]::new));
    }
}
