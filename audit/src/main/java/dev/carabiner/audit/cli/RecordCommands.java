package dev.carabiner.audit.cli;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.audit.verify.LineReader;
import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.display.VisibleText;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The commands that show records: {@code show}, {@code tail} and {@code export}. */
final class RecordCommands {

    private static final int SHOWN_LENGTH = 160;
    private static final long POLL_MILLIS = 200;

    private final PrintStream out;

    RecordCommands(PrintStream out) {
        this.out = out;
    }

    int run(String command, List<String> rest) throws IOException {
        Set<String> options = new HashSet<>(RecordFilter.OPTIONS);
        options.addAll(List.of("-n", "--out"));
        Arguments arguments = Arguments.parse(rest, options, Set.of("--full", "--follow"));
        Path directory =
                Path.of(arguments.positional(1, "the directory of a log").getFirst());
        RecordFilter filter = new RecordFilter(arguments);
        boolean full = arguments.has("--full");
        switch (command) {
            case "show" -> show(directory, filter, full);
            case "tail" -> tail(directory, filter, full, arguments);
            default -> export(directory, filter, arguments);
        }
        return 0;
    }

    private void show(Path directory, RecordFilter filter, boolean full) throws IOException {
        LogReading.read(directory, chain -> {
            if (filter.accepts(chain.line())) {
                out.println(shown(chain.line(), full));
            }
            return !out.checkError();
        });
    }

    private void tail(Path directory, RecordFilter filter, boolean full, Arguments arguments) throws IOException {
        String count = arguments.value("-n");
        if (count != null && !count.matches("[0-9]{1,6}")) {
            throw new UsageException("-n needs a number");
        }
        int most = count == null ? 20 : Integer.parseInt(count);
        Deque<String> last = new ArrayDeque<>();
        long[] seen = {0};
        int[] segment = {1};
        LogReading.read(directory, chain -> {
            seen[0] = chain.size();
            segment[0] = chain.segment();
            if (filter.accepts(chain.line())) {
                last.add(shown(chain.line(), full));
                if (last.size() > most) {
                    last.remove();
                }
            }
            return true;
        });
        last.forEach(out::println);
        if (arguments.has("--follow")) {
            try {
                follow(new LogFiles(directory), filter, full, segment[0], seen[0]);
            } catch (ClosedByInterruptException e) {
                out.flush(); // interrupted in the middle of a read: that is the end that was asked for
            }
        }
    }

    /** New records as they come, until the process is ended. Reads no line twice but those of one segment, once. */
    private void follow(LogFiles files, RecordFilter filter, boolean full, int last, long seen) throws IOException {
        int segment = last;
        long offset = 0;
        RecordLine record = new RecordLine();
        while (!out.checkError()) {
            boolean ended = Files.exists(files.segment(segment + 1)); // asked first: then nothing more will come here
            try (LineReader lines = new LineReader(files.segment(segment), offset)) {
                while (lines.next() == LineReader.Kind.LINE) {
                    offset = lines.offset() + lines.to() - lines.from() + 1;
                    boolean isNew =
                            record.parse(lines.bytes(), lines.from(), lines.to()) == null && record.seq() >= seen;
                    if (isNew && filter.accepts(record)) {
                        out.println(shown(record, full));
                    }
                }
            }
            out.flush();
            if (ended) {
                segment++;
                offset = 0;
            } else if (!slept()) {
                return;
            }
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

    private void export(Path directory, RecordFilter filter, Arguments arguments) throws IOException {
        String file = arguments.value("--out");
        if (file == null) {
            export(directory, filter, out);
            out.flush();
            return;
        }
        try (OutputStream to = new BufferedOutputStream(Files.newOutputStream(Path.of(file)))) {
            export(directory, filter, to);
        }
    }

    private static void export(Path directory, RecordFilter filter, OutputStream to) throws IOException {
        LogReading.read(directory, chain -> {
            if (filter.accepts(chain.line())) {
                to.write(chain.line().line());
                to.write('\n');
            }
            return true;
        });
    }

    /** What is in a record may want to play tricks on a terminal, so it is shown as it is and not as it likes. */
    private static String shown(RecordLine record, boolean full) {
        String data = new String(record.data(), StandardCharsets.UTF_8);
        int hidden = full ? 0 : data.length() - SHOWN_LENGTH;
        String shortened = hidden > 0 ? data.substring(0, SHOWN_LENGTH) + "… (" + hidden + " more)" : data;
        String head = record.seq() + " " + record.time() + " " + record.session() + " " + record.type() + " ";
        return VisibleText.inOneLine(head + record.actor() + " " + shortened);
    }

    static long bytes(Path directory) throws IOException {
        long bytes = 0;
        if (Files.isDirectory(directory)) {
            for (Path segment : new LogFiles(directory).segments().values()) {
                bytes += Files.size(segment);
            }
        }
        return bytes;
    }
}
