package dev.carabiner.cli.audit;

import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code audit tail}: the last records, and those that come. */
@Command(
        name = "tail",
        description = "Shows the last records, and with --follow those that come.",
        footer = "  carabiner audit tail .carabiner/audit -n 5 --follow")
final class TailCommand extends LogCommand {

    private static final long POLL_MILLIS = 200;

    @Mixin
    private final RecordFilter filter = new RecordFilter();

    @Option(names = "-n", paramLabel = "N", description = "How many; preset: ${DEFAULT-VALUE}.")
    private int most = 20;

    @Option(names = "--follow", description = "Go on with each new record until ended with Ctrl-C.")
    private boolean following;

    @Option(names = "--full", description = "Every record whole.")
    private boolean full;

    TailCommand(Surroundings here) {
        super(here, here.out());
    }

    @Override
    int run() throws IOException {
        if (most < 0) {
            throw new UsageException("-n needs a number of records, from 0 up");
        }
        Deque<String> last = new ArrayDeque<>();
        LogReading reading = new LogReading(log);
        boolean torn = read(reading, line -> {
            last.add(line);
            if (last.size() > most) {
                last.remove();
            }
        });
        last.forEach(out::println);
        if (following) {
            follow(reading);
        } else {
            tellOf(torn);
        }
        return DONE;
    }

    private boolean read(LogReading reading, Consumer<String> lines) throws IOException {
        return reading.readOn(chain -> {
            if (filter.accepts(chain.line())) {
                lines.accept(RecordText.of(chain.line(), full));
            }
            return true;
        });
    }

    /** New records as they come, until the process is ended or its output is no longer read. */
    private void follow(LogReading reading) throws IOException {
        try {
            while (!out.checkError() && slept()) {
                read(reading, out::println);
            }
        } catch (ClosedByInterruptException e) {
            out.flush(); // interrupted in the middle of a read: that is the end that was asked for
        }
    }

    private static boolean slept() {
        try {
            Thread.sleep(POLL_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
