package dev.carabiner.audit.cli;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.log.AuditLogException;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.NoLogException;
import dev.carabiner.audit.verify.Proof;
import dev.carabiner.audit.verify.TamperedException;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.CarabinerException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The command line, with streams that a test can give. */
public final class AuditCommands {

    static final int FAILED = 1;
    static final int USAGE = 64;
    static final int NO_INPUT = 66;
    static final int CANNOT_CREATE = 73;

    private static final long LONGEST_KEY_FILE = 4_096;

    private final PrintStream out;
    private final PrintStream err;
    private final BooleanSupplier terminal;

    /** The terminal flag says whether a progress bar on {@code err} makes sense. */
    public AuditCommands(PrintStream out, PrintStream err, boolean terminal) {
        this(out, err, () -> terminal);
    }

    /** As above; asked only by a command that is going to take long. */
    AuditCommands(PrintStream out, PrintStream err, BooleanSupplier terminal) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
    }

    /** Runs one command and returns its exit code. A leading word {@code audit} is allowed. */
    public int run(String... words) {
        List<String> line = List.of(words);
        if (!line.isEmpty() && line.getFirst().equals("audit")) {
            line = line.subList(1, line.size());
        }
        if (line.isEmpty()) {
            err.print(Help.ALL);
            return USAGE;
        }
        String command = line.getFirst();
        List<String> rest = line.subList(1, line.size());
        if (command.equals("--help") || command.equals("help") || rest.contains("--help")) {
            out.print(Help.of(command));
            return 0;
        }
        return guarded(command, rest);
    }

    private int guarded(String command, List<String> rest) {
        try {
            return run(command, rest);
        } catch (UsageException | InvalidPathException e) {
            err.println(shown(e) + "\n");
            err.print(Help.of(command));
            return USAGE;
        } catch (TamperedException e) {
            out.println("TAMPERED " + VisibleText.inOneLine(e.explanation()));
            return FAILED;
        } catch (AuditLogException e) {
            err.println(shown(e));
            return CANNOT_CREATE;
        } catch (NoLogException | IOException e) {
            err.println(e instanceof IOException ? "Cannot be read: " + shown(e) : shown(e));
            return NO_INPUT;
        } catch (CarabinerException e) {
            err.println(shown(e));
            return FAILED;
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            err.println(
                    "Cannot be read, for a reason nobody thought of: " + shown(e)); // Java's own 1 would say TAMPERED
            return NO_INPUT;
        }
    }

    private int run(String command, List<String> rest) throws IOException {
        return switch (command) {
            case "init" -> init(Arguments.parse(rest, Set.of("--name"), Set.of()));
            case "verify" -> verify(Arguments.parse(rest, Set.of("--pub", "--anchor"), Set.of()));
            case "show", "tail", "export" -> new RecordCommands(out).run(command, rest);
            case "erase" -> new EraseCommand(out).run(rest);
            case "prove" -> prove(Arguments.parse(rest, Set.of("--out"), Set.of()));
            case "check-proof" -> checkProof(Arguments.parse(rest, Set.of("--pub"), Set.of()));
            default -> throw new UsageException("There is no command " + command);
        };
    }

    private int init(Arguments arguments) throws IOException {
        Path directory = Path.of(arguments.positional(1, "a directory").getFirst());
        String name = arguments.value("--name");
        if (Files.exists(directory.resolve("root.pub"))) {
            throw new AuditLogException("There is a log in " + directory + " already");
        }
        AuditLogOptions options = AuditLogOptions.in(directory);
        try (FileAuditLog log = FileAuditLog.open(name == null ? options : options.named(name))) {
            out.println(log.key());
        }
        err.println("Keep this public key where the agent cannot write; a copy is in " + directory.resolve("root.pub"));
        return 0;
    }

    private int verify(Arguments arguments) throws IOException {
        Path directory =
                Path.of(arguments.positional(1, "the directory of a log").getFirst());
        String pub = arguments.value("--pub");
        VerifierKey key = pub == null ? null : key(pub);
        List<Path> anchors = arguments.values("--anchor").stream().map(Path::of).toList();
        Verdict verdict;
        try (ProgressBar bar = new ProgressBar(err, terminal, RecordCommands.bytes(directory))) {
            verdict = LogVerifier.verify(directory, key, anchors, bar);
        }
        out.println(verdict.result() + " " + VisibleText.inOneLine(verdict.explanation()));
        out.println(
                "log " + verdict.log() + ", " + verdict.records() + " records in " + verdict.segments() + " segments");
        return verdict.result().exitCode();
    }

    private int prove(Arguments arguments) throws IOException {
        List<String> words = arguments.positional(2, "the directory of a log and the number of a record");
        Proof proof = Proof.of(Path.of(words.getFirst()), Arguments.recordNumber(words.getLast()));
        String file = arguments.value("--out");
        if (file == null) {
            out.writeBytes(proof.text());
            out.flush();
        } else {
            Files.write(Path.of(file), proof.text());
        }
        return 0;
    }

    private int checkProof(Arguments arguments) throws IOException {
        Path file = Path.of(arguments.positional(1, "the file of a proof").getFirst());
        String pub = arguments.value("--pub");
        if (pub == null) {
            throw new UsageException("A proof is checked against the root public key: --pub KEY");
        }
        VerifierKey key = key(pub);
        Proof proof = Proof.read(file);
        String problem = proof.problem(key);
        if (problem != null) {
            out.println("NOT PROVED " + problem);
            return FAILED;
        }
        out.println("PROVED record " + proof.index() + " of the first "
                + proof.checkpoint().size());
        out.println(VisibleText.inOneLine(new String(proof.record(), StandardCharsets.UTF_8)));
        return 0;
    }

    /** A key, or a file that holds one. */
    private static VerifierKey key(String text) throws IOException {
        VerifierKey key = VerifierKey.parse(text);
        Path file = Path.of(text);
        if (key == null && Files.isRegularFile(file) && Files.size(file) <= LONGEST_KEY_FILE) {
            String content = Files.readString(file, StandardCharsets.ISO_8859_1);
            key = VerifierKey.parse(content.replaceAll("^[ \\t\\r\\n]+|[ \\t\\r\\n]+$", ""));
        }
        if (key == null) {
            throw new UsageException("'" + text + "' is neither a public key nor a file that holds one");
        }
        return key;
    }

    private static String shown(@Nullable Throwable problem) {
        String message = problem == null ? null : problem.getMessage();
        return VisibleText.inOneLine(message == null ? String.valueOf(problem) : message);
    }
}
