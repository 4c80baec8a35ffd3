package dev.carabiner.cli.audit;

import dev.carabiner.audit.log.AuditLogException;
import dev.carabiner.audit.verify.NoLogException;
import dev.carabiner.audit.verify.TamperedException;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.CarabinerException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One of the audit commands. It says what went wrong on the error stream and turns it into an exit code. */
@Command(exitCodeOnInvalidInput = AuditCommand.USAGE, sortOptions = false, footerHeading = "%nExamples:%n")
abstract class AuditCommand implements Callable<Integer> {

    static final int DONE = 0;
    static final int FAILED = 1;
    static final int USAGE = 64;
    static final int NO_INPUT = 66;
    static final int CANNOT_CREATE = 73;

    final PrintStream out;
    final PrintStream err;
    private final PrintStream verdicts;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /** The last stream is where tampering is reported: the error stream where the output is data for a program. */
    AuditCommand(Surroundings here, PrintStream verdicts) {
        this.out = here.out();
        this.err = here.err();
        this.verdicts = verdicts;
    }

    /** Does the work and returns the exit code. */
    abstract int run() throws IOException;

    @Override
    public final Integer call() {
        try {
            return run();
        } catch (UsageException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        } catch (TamperedException e) {
            verdicts.println("TAMPERED " + VisibleText.inOneLine(e.explanation()));
            return FAILED;
        } catch (AuditLogException | UnwritableException e) {
            return failed(CANNOT_CREATE, FailureText.shown(e));
        } catch (NoLogException e) {
            return failed(NO_INPUT, FailureText.shown(e));
        } catch (IOException e) {
            return failed(NO_INPUT, "Cannot be read: " + FailureText.shown(e));
        } catch (CarabinerException e) {
            return failed(FAILED, FailureText.shown(e));
        } catch (OutOfMemoryError e) {
            return failed(
                    NO_INPUT,
                    "Cannot be read: a record needs more memory than there is; JAVA_TOOL_OPTIONS=-Xmx1g gives more");
        } catch (RuntimeException | StackOverflowError e) { // Java's own 1 would say TAMPERED
            return failed(NO_INPUT, "Cannot be read, for an unexpected reason: " + FailureText.shown(e));
        }
    }

    private int failed(int exitCode, String message) {
        err.println(message);
        return exitCode;
    }
}
