package dev.carabiner.runtime.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A small process above a command, to which the system gives the command's orphans (on Linux, a child subreaper): so
 * whatever a process does to be nobody's, it stays below, where it is found by its parents alone. It says when the
 * command has ended, stays as long as anything is left of it, and then ends with the command's exit code.
 *
 * <p>The JVM could be that process itself only by taking in the orphans of the program that embeds it as well. Perl can ask
 * the system for this and is nearly everywhere; where it is not, a command runs without a keeper, and an orphan is known by
 * the other signs of {@link ProcessTree} only.
 */
final class Keeper {

    /** The number of {@code prctl} among the system's calls. */
    private static final Map<String, Integer> PRCTL = Map.of("amd64", 157, "aarch64", 167, "riscv64", 167);

    /**
     * Standard error is for the one byte that says that the command has ended: what Perl itself may write there, such as
     * a complaint about the locale, has no such byte. The command's own goes to its output.
     */
    private static final String SCRIPT = """
            my $subreaper = 36;
            syscall(shift() + 0, $subreaper, 1, 0, 0, 0);
            my $command = fork;
            unless ($command) {
                open STDERR, '>&', STDOUT;
                exec { $ARGV[0] } @ARGV if defined $command;
                print "Cannot run $ARGV[0]: $!\\n";
                exit 126;
            }
            close STDIN;
            $SIG{PIPE} = 'IGNORE';
            my $code = 0;
            while ((my $ended = waitpid -1, 0) > 0) {
                next unless $ended == $command;
                $code = $? & 127 ? 128 + ($? & 127) : $? >> 8;
                syswrite STDERR, "\\0";
            }
            exit $code;
            """;

    private static final List<String> WORDS = words();

    private final InputStream said;
    private boolean ended;

    private Keeper(InputStream said) {
        this.said = said;
    }

    /** What to put before the words of a command; nothing where there can be no keeper. */
    static List<String> before() {
        return WORDS;
    }

    /** The keeper that a process is, or null if it was started without {@link #before}. */
    static @Nullable Keeper of(Process process) {
        return WORDS.isEmpty() ? null : new Keeper(process.getErrorStream());
    }

    /** Whether the command has ended, though something that it started may still run. */
    boolean commandEnded() throws IOException {
        while (!ended && said.available() > 0) {
            ended = said.read() == 0;
        }
        return ended;
    }

    private static List<String> words() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        Integer prctl = system.equals("linux") ? PRCTL.get(System.getProperty("os.arch")) : null;
        String perl = List.of("/usr/bin/perl", "/bin/perl").stream()
                .filter(it -> Files.isExecutable(Path.of(it)))
                .findFirst()
                .orElse(null);
        return prctl == null || perl == null ? List.of() : List.of(perl, "-e", SCRIPT, prctl.toString());
    }
}
