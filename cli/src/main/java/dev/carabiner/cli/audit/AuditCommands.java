package dev.carabiner.cli.audit;

import dev.carabiner.audit.log.AuditLogException;
import dev.carabiner.audit.verify.NoLogException;
import dev.carabiner.audit.verify.TamperedException;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.CarabinerException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The command line, with streams that a test can give. */
public final class AuditCommands {

    static final int FAILED = 1;
    static final int USAGE = 64;
    static final int NO_INPUT = 66;
    static final int CANNOT_CREATE = 73;
    static final int NOT_WRITTEN = 74;

    /** Those whose output is for a file or another program, and so holds nothing else. */
    private static final Set<String> OUTPUT_IS_DATA = Set.of("init", "export", "prove");

    private final PrintStream out;
    private final PrintStream err;
    private final BooleanSupplier terminal;
    private final BooleanSupplier pipe;

    /** For the process's own streams: whether anybody watches is found out when it matters. */
    public AuditCommands(PrintStream out, PrintStream err) {
        this(out, err, Terminal::isStandardError, Terminal::isPipedOutput);
    }

    /** The terminal flag says whether a progress bar on {@code err} makes sense. */
    public AuditCommands(PrintStream out, PrintStream err, boolean terminal) {
        this(out, err, () -> terminal, Terminal::isPipedOutput);
    }

    /**
     * As above; asked only by a command that is going to take long.
     *
     * @param pipe whether the output goes to somebody who may stop reading; asked when it could not be written
     */
    AuditCommands(PrintStream out, PrintStream err, BooleanSupplier terminal, BooleanSupplier pipe) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.pipe = pipe;
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
            return delivered(0);
        }
        return delivered(guarded(command, rest));
    }

    /** An answer that nobody got is no success. Who has stopped reading a pipe has got what he wanted. */
    private int delivered(int exitCode) {
        if (exitCode == 0 && out.checkError() && !pipe.getAsBoolean()) {
            err.println("The output could not be written");
            return NOT_WRITTEN;
        }
        return exitCode;
    }

    private int guarded(String command, List<String> rest) {
        try {
            return run(command, rest);
        } catch (UsageException | InvalidPathException e) {
            err.println(Failure.shown(e) + "\n");
            err.print(Help.of(command));
            return USAGE;
        } catch (TamperedException e) {
            (OUTPUT_IS_DATA.contains(command) ? err : out)
                    .println("TAMPERED " + VisibleText.inOneLine(e.explanation()));
            return FAILED;
        } catch (AuditLogException | UnwritableException e) {
            err.println(Failure.shown(e));
            return CANNOT_CREATE;
        } catch (NoLogException e) {
            err.println(Failure.shown(e));
            return NO_INPUT;
        } catch (IOException e) {
            err.println("Cannot be read: " + Failure.shown(e));
            return NO_INPUT;
        } catch (CarabinerException e) {
            err.println(Failure.shown(e));
            return FAILED;
        } catch (OutOfMemoryError e) {
            err.println(
                    "Cannot be read: a record needs more memory than there is; JAVA_TOOL_OPTIONS=-Xmx1g gives more");
            return NO_INPUT;
        } catch (RuntimeException | StackOverflowError e) { // Java's own 1 would say TAMPERED
            err.println("Cannot be read, for a reason nobody thought of: " + Failure.shown(e));
            return NO_INPUT;
        }
    }

    private int run(String command, List<String> rest) throws IOException {
        return switch (command) {
            case "init" -> new InitCommand(out, err).run(rest);
            case "verify" -> new VerifyCommand(out, err, terminal).run(rest);
            case "show" -> new RecordCommands(out, err).show(rest);
            case "tail" -> new RecordCommands(out, err).tail(rest);
            case "export" -> new RecordCommands(out, err).export(rest);
            case "erase" -> new EraseCommand(out).run(rest);
            case "prove" -> new ProofCommands(out).prove(rest);
            case "check-proof" -> new ProofCommands(out).check(rest);
            default -> throw new UsageException("There is no command " + command);
        };
    }
}
