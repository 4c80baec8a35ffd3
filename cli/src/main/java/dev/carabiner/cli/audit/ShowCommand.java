package dev.carabiner.cli.audit;

import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code audit show}: records as lines for people. */
@Command(
        name = "show",
        description = {
            "Shows one line per record: number, time, session, type, actor, data.",
            "Long data is cut, and says so."
        },
        footer = {
            "  carabiner audit show .carabiner/audit --action deny --since 2026-01-31",
            "  carabiner audit show .carabiner/audit --session s-1 --hook guard"
        })
final class ShowCommand extends LogCommand {

    @Mixin
    private final RecordFilter filter = new RecordFilter();

    @Option(names = "--full", description = "Every record whole.")
    private boolean full;

    ShowCommand(Surroundings here) {
        super(here, here.out());
    }

    @Override
    int run() throws IOException {
        tellOf(LogReading.read(log, chain -> {
            if (filter.accepts(chain.line())) {
                out.println(RecordText.of(chain.line(), full));
            }
            return !out.checkError();
        }));
        return DONE;
    }
}
