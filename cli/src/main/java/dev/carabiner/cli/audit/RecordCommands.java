package dev.carabiner.cli.audit;

import dev.carabiner.audit.verify.LogReading;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The commands that show records: {@code show}, {@code tail} and {@code export}. */
final class RecordCommands {

    private static final long POLL_MILLIS = 200;
    private static final int USUAL_TAIL = 20;

    private final PrintStream out;
    private final PrintStream err;

    RecordCommands(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    int show(List<String> rest) throws IOException {
        Arguments arguments = parse(rest, Set.of(), Set.of("--full"));
        RecordFilter filter = new RecordFilter(arguments);
        boolean full = arguments.has("--full");
        boolean torn = LogReading.read(log(arguments), chain -> {
            if (filter.accepts(chain.line())) {
                out.println(RecordText.of(chain.line(), full));
            }
            return !out.checkError();
        });
        tellOf(torn);
        return 0;
    }

    int tail(List<String> rest) throws IOException {
        Arguments arguments = parse(rest, Set.of("-n"), Set.of("--full", "--follow"));
        String count = arguments.value("-n");
        if (count != null && !count.matches("[0-9]{1,6}")) {
            throw new UsageException("-n needs a number");
        }
        int most = count == null ? USUAL_TAIL : Integer.parseInt(count);
        RecordFilter filter = new RecordFilter(arguments);
        boolean full = arguments.has("--full");
        Deque<String> last = new ArrayDeque<>();
        LogReading reading = new LogReading(log(arguments));
        boolean torn = reading.readOn(chain -> {
            if (filter.accepts(chain.line())) {
                last.add(RecordText.of(chain.line(), full));
                if (last.size() > most) {
                    last.remove();
                }
            }
            return true;
        });
        last.forEach(out::println);
        if (arguments.has("--follow")) {
            follow(reading, filter, full);
        } else {
            tellOf(torn);
        }
        return 0;
    }

    /** New records as they come, until the process is ended, or nobody reads them any more. */
    private void follow(LogReading reading, RecordFilter filter, boolean full) throws IOException {
        try {
            while (!out.checkError() && slept()) {
                reading.readOn(chain -> {
                    if (filter.accepts(chain.line())) {
                        out.println(RecordText.of(chain.line(), full));
                    }
                    return true;
                });
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

    int export(List<String> rest) throws IOException {
        Arguments arguments = parse(rest, Set.of("--out"), Set.of());
        RecordFilter filter = new RecordFilter(arguments);
        Path log = log(arguments);
        String file = arguments.value("--out");
        if (file != null) {
            OutputFile.write(file, log, to -> export(log, filter, to, () -> true));
            return 0;
        }
        OutputStream to = new BufferedOutputStream(out);
        try {
            export(log, filter, to, () -> !out.checkError());
        } finally {
            to.flush(); // what comes before a record that was tampered with is good
        }
        return 0;
    }

    private void export(Path log, RecordFilter filter, OutputStream to, BooleanSupplier wanted) throws IOException {
        boolean torn = LogReading.read(log, chain -> {
            if (filter.accepts(chain.line())) {
                to.write(chain.line().line());
                to.write('\n');
            }
            return wanted.getAsBoolean();
        });
        tellOf(torn);
    }

    private void tellOf(boolean torn) {
        if (torn) {
            err.println("Behind the last record something is unfinished: a crash has left it, or a writer is at work");
        }
    }

    private static Arguments parse(List<String> rest, Set<String> more, Set<String> flags) {
        Set<String> options = new HashSet<>(RecordFilter.OPTIONS);
        options.addAll(more);
        return Arguments.parse(rest, options, flags);
    }

    private static Path log(Arguments arguments) {
        return Arguments.directory(arguments.positional(1, "the directory of a log"));
    }
}
