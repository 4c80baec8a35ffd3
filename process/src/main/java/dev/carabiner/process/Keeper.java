package dev.carabiner.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A small process above a command, to which the system gives the command's orphans (on Linux, a child subreaper): so
 * whatever a process does to lose its parent, it stays below, where it is found by its parents alone. It says when the
 * command has ended, stays as long as anything is left of it, and then ends with the command's exit code.
 *
 * <p>The JVM could be that process itself only by taking in the orphans of the program that embeds it as well. Perl can ask
 * the system for this and is nearly everywhere; where it is not, a command runs without a keeper, and an orphan is known by
 * the other signs of {@link ProcessTree} only.
 */
final class Keeper {

    /** The number of {@code prctl} among the system's calls. */
    private static final Map<String, Integer> PRCTL = Map.of("amd64", 157, "aarch64", 167, "riscv64", 167);

    /** Put before the names of variables that would change the keeper, or that the system would get wrong. */
    private static final String KEPT = "CARABINER_KEPT_";

    private static final Pattern OF_A_KEEPER = Pattern.compile("(PERL|LD_).*");

    /**
     * Standard error is for the byte 0, which says that the command has ended, and 1, that something had to be killed
     * here: what Perl itself may write there, such as a complaint about the locale, has no such bytes. The command's own
     * goes to its output; or, where the streams are kept apart, there as well, and then each such byte comes behind a sign
     * that only the keeper and this JVM know ({@link SignedErrors}), and Perl is told not to complain.
     *
     * <p>The command has a process group of its own, since many a script signals its whole group. SIGTERM means that all
     * below must end: the keeper kills its children, and those that it thereby gets, until it has none. No other process is
     * near enough to catch processes that fork and exit all the time; each of them becomes a child of the keeper. After
     * some seconds of that, what is left cannot be killed, and it goes on at its leisure.
     */
    private static final String SCRIPT = """
            my ($subreaper, $at_once, $none, $over, $code, $found) = (36, 1, 10, 0, 0, 0);
            syscall(shift() + 0, $subreaper, 1, 0, 0, 0);
            my $usual = $SIG{TERM};
            $SIG{TERM} = \\&end_children;
            my $sign = shift;
            my $apart = $sign ne '-';
            $sign = $apart ? "\\0$sign" : '';
            @ARGV = map { pack 'H*', $_ } @ARGV if shift eq 'hex';
            my $command = fork;
            unless ($command) {
                $SIG{TERM} = $usual || 'DEFAULT';
                setpgrp;
                delete $ENV{PERL_BADLANG};
                $ENV{substr $_, 15} = pack 'H*', delete $ENV{$_} for grep /^CARABINER_KEPT_/, keys %ENV;
                open STDERR, '>&', STDOUT unless $apart;
                exec { $ARGV[0] } @ARGV if defined $command;
                print STDERR "Cannot run $ARGV[0]: $!\\n";
                exit 126;
            }
            close STDIN;
            $SIG{$_} = 'IGNORE' for qw(PIPE HUP INT QUIT ALRM USR1 USR2);
            while (1) {
                my $ended = waitpid -1, $over ? $at_once : 0;
                if ($ended == 0) {
                    syswrite STDERR, "$sign\\1" if end_children() && !$found++;
                } elsif ($ended == $command) {
                    $code = $? & 127 ? 128 + ($? & 127) : $? >> 8;
                    $command = 0;
                    syswrite STDERR, "$sign\\0";
                } elsif ($ended < 0) {
                    last if $! == $none;
                }
            }
            exit $code;
            sub end_children {
                select undef, undef, undef, 0.05 if $over++ > 200_000;
                open my $children, '<', "/proc/$$/task/$$/children" or return !select(undef, undef, undef, 0.01);
                kill 9, map { split } <$children>;
            }
            """;

    private static final List<String> WORDS = words();

    private final InputStream said;
    private final @Nullable SignedErrors errors;
    private final byte[] buffer = new byte[4096];
    private boolean ended;
    private boolean killed;

    private Keeper(InputStream said, @Nullable SignedErrors errors) {
        this.said = said;
        this.errors = errors;
    }

    /** Whether this system can have one. */
    static boolean possible() {
        return !WORDS.isEmpty();
    }

    /**
     * The words of a command below a keeper; the command's own where there can be none.
     *
     * @param sign what stands before the keeper's own bytes; empty if the command's errors go to its output
     * @throws IOException if the system would get other words than these
     */
    static List<String> above(List<String> command, String sign) throws IOException {
        boolean spelt = command.stream().allMatch(SystemText::canSpell);
        if (!spelt && (WORDS.isEmpty() || !command.stream().allMatch(SystemText::isText))) {
            throw new IOException("The command " + command.getFirst() + " has a character that does not exist in "
                    + SystemText.NAME + ", the encoding of this system");
        }
        List<String> words = new ArrayList<>(WORDS);
        if (!WORDS.isEmpty()) {
            words.add(sign.isEmpty() ? "-" : sign);
            words.add(spelt ? "plain" : "hex");
        }
        command.forEach(word -> words.add(spelt ? word : SystemText.hex(word)));
        return words;
    }

    /** A command's environment in such a way that the command has it as it was meant, and the keeper is not changed. */
    static Map<String, String> around(Map<String, String> environment) {
        Map<String, String> passed = new HashMap<>();
        environment.forEach((name, value) -> {
            boolean kept = OF_A_KEEPER.matcher(name).matches() || !SystemText.canSpell(value);
            passed.put(kept && possible() ? KEPT + name : name, kept && possible() ? SystemText.hex(value) : value);
        });
        if (possible()) {
            passed.put("PERL_BADLANG", "0"); // what is on standard error is the command's
        }
        return passed;
    }

    /** The keeper that a process is, or null if there can be none. */
    static @Nullable Keeper of(Process process, @Nullable SignedErrors errors) {
        return WORDS.isEmpty() ? null : new Keeper(process.getErrorStream(), errors);
    }

    /** Whether the command has ended, though something that it started may still run. */
    boolean commandEnded() throws IOException {
        listen();
        return ended;
    }

    /** Whether it has killed what no other search could find. */
    boolean hasKilled() throws IOException {
        listen();
        return killed;
    }

    /** A little at a time: a command that floods the stream through {@code /proc} must not keep the waiting thread here. */
    private void listen() throws IOException {
        int read = said.available() > 0 ? said.read(buffer) : 0;
        if (errors != null) {
            errors.add(buffer, read);
            ended |= errors.saidEnded();
            killed |= errors.saidKilled();
            return;
        }
        for (int i = 0; i < read; i++) {
            ended |= buffer[i] == 0;
            killed |= buffer[i] == 1;
        }
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
