package dev.carabiner.guard.line;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs lines in a real bash in which there are no programs: whatever is called is written down instead. The search path
 * is empty, so that a name can only be a builtin, a function or the recorder; each line runs in a shell of its own, for
 * ten seconds of the processor at most.
 */
final class RecordingBash {

    static final Path BASH = Path.of("/bin/bash");

    private static final Path SANDBOX = Path.of("/usr/bin/bwrap");

    /** Between the words of a record, in the place of a line feed in a word, and behind a record. */
    private static final String MARKS = "\u001f\u001d\u001e";

    /**
     * Half of the programs fail, so that both branches of a line are seen. The generator's programs are functions, which
     * saves a process for each. A record is one write: the shell sends its output off at each line feed and what runs
     * beside it would come in between, so a record holds none. Behind a line comes its number alone; and the shell ends
     * when the last of those it started has let go of the seventh stream, so that no record is lost on the way.
     */
    private static final String DRIVER = """
        exec 9>>"$RECORD" </dev/null 2>/dev/null
        recorded() {
            local IFS=$'\\x1f'
            local RECORDED="$NUMBER$IFS$*"$'\\x1e'
            printf %s "${RECORDED//$'\\n'/$'\\x1d'}" >&9
            return $(( RANDOM % 2 ))
        }
        command_not_found_handle() { recorded "$@"; }
        p1() { recorded p1 "$@"; }
        p2() { recorded p2 "$@"; }
        p3() { recorded p3 "$@"; }
        git() { recorded git "$@"; }
        rm() { recorded rm "$@"; }
        lsx() { recorded lsx "$@"; }
        q-q() { recorded q-q "$@"; }
        run.sh() { recorded run.sh "$@"; }
        readonly -f recorded
        FUNCNEST=40
        NUMBER=0
        while IFS= read -r -d '' LINE <&8; do
            ( ulimit -t 10; set --; unset REPLY; exec 8<&-; eval "unset LINE; $LINE"; wait )
            printf %s "$NUMBER"$'\\x1e' >&9
            NUMBER=$(( NUMBER + 1 ))
        done 8<"$LINES_FILE" 7>&1 >/dev/null | read -r -d ''
        """;

    /** The number of a line, and the words of a program unless it is the line's end. */
    private static final Pattern RECORD = Pattern.compile("\\d+(?:\u001f.*)?", Pattern.DOTALL);

    private final Path directory;

    RecordingBash(Path directory) {
        this.directory = directory;
    }

    /** For each line the argv of each program that it called. */
    List<List<List<String>>> run(List<String> lines) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(directory, "work");
        Files.createDirectories(work.resolve("here/d/e"));
        for (String name : List.of("a", "b", "a.txt", "w", "d/f.txt")) {
            Files.writeString(work.resolve("here").resolve(name), "# one two\n");
        }
        Path input = Files.writeString(work.resolve("lines"), String.join("\0", lines) + "\0");
        Path record = Files.createFile(work.resolve("record"));
        Path driver = Files.writeString(work.resolve("driver"), DRIVER);
        ProcessBuilder builder = new ProcessBuilder(command(work, driver))
                .directory(work.resolve("here").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/nowhere");
        builder.environment().put("HOME", "/home/u");
        builder.environment().put("RECORD", record.toString());
        builder.environment().put("LINES_FILE", input.toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("bash did not come to an end");
        }
        return recorded(record, lines.size());
    }

    /** In a sandbox where there is one; without it the empty search path has to do. */
    private static List<String> command(Path work, Path driver) throws IOException, InterruptedException {
        List<String> plain = List.of(BASH.toString(), "--norc", "--noprofile", driver.toString());
        List<String> confined = new ArrayList<>(List.of(
                SANDBOX.toString(),
                "--ro-bind",
                "/",
                "/",
                "--dev",
                "/dev",
                "--bind",
                work.toString(),
                work.toString(),
                "--unshare-net",
                "--unshare-pid",
                "--die-with-parent"));
        if (!Files.isExecutable(SANDBOX) || !works(confined)) {
            return plain;
        }
        confined.addAll(plain);
        return confined;
    }

    private static boolean works(List<String> sandbox) throws IOException, InterruptedException {
        List<String> probe = new ArrayList<>(sandbox);
        probe.addAll(List.of(BASH.toString(), "-c", ":"));
        return new ProcessBuilder(probe).start().waitFor() == 0;
    }

    private static List<List<List<String>>> recorded(Path record, int count) throws IOException {
        List<List<List<String>>> runs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            runs.add(new ArrayList<>());
        }
        BitSet ended = new BitSet(count);
        for (String one : Files.readString(record, StandardCharsets.UTF_8).split(MARKS.substring(2), -1)) {
            if (one.isEmpty()) {
                continue;
            }
            if (!RECORD.matcher(one).matches()) {
                throw new IOException("A record without the number of its line: " + one);
            }
            List<String> words = List.of(one.replace(MARKS.charAt(1), '\n').split(MARKS.substring(0, 1), -1));
            int line = Integer.parseInt(words.getFirst());
            if (words.size() == 1) {
                ended.set(line);
            } else {
                runs.get(line).add(words.subList(1, words.size()));
            }
        }
        if (ended.cardinality() < count) {
            throw new IOException("bash did not come to the end of line " + ended.nextClearBit(0));
        }
        return runs;
    }
}
