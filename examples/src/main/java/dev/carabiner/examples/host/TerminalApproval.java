package dev.carabiner.examples.host;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.ApprovalTimeoutException;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.display.VisibleText;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.List;

/** Asks the person at the terminal. Enter alone is the safe answer; what was typed before the question is none. */
public final class TerminalApproval implements ApprovalSystem {

    private static final long POLL_MILLIS = 50;

    private final BufferedReader typed;
    private final PrintStream out;

    public TerminalApproval(Reader typed, PrintStream out) {
        this.typed = new BufferedReader(typed);
        this.out = out;
    }

    /** The terminal, if there is one; else the given system, so that an unattended run never waits. */
    @SuppressWarnings("SystemConsoleNull") // newer versions are asked besides
    public static ApprovalSystem orElse(ApprovalSystem unattended) {
        Console console = System.console();
        if (console == null || !isTerminal(console)) {
            return unattended;
        }
        return new TerminalApproval(new InputStreamReader(System.in, console.charset()), System.out);
    }

    /** From Java 22 on there may be a console without a terminal; before, there was no method to ask, nor a need. */
    private static boolean isTerminal(Console console) {
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    @Override
    public String name() {
        return "terminal";
    }

    /** Who the terminal belongs to, as far as the system says. */
    @Override
    public String decidedBy() {
        String user = System.getProperty("user.name", "");
        return user.isBlank() ? name() : user;
    }

    /** Looks for a line now and then instead of waiting in a read, which cannot be interrupted. */
    @Override
    public String requestApproval(ApprovalRequest request) throws ApprovalTimeoutException, InterruptedException {
        try {
            while (typed.ready()) {
                typed.read();
            }
            show(request);
            while (!typed.ready()) {
                Thread.sleep(POLL_MILLIS);
            }
            return chosen(request.options(), typed.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void show(ApprovalRequest request) {
        out.println();
        out.println("  " + VisibleText.inOneLine(request.hook()) + " asks: "
                + request.shown().prompt());
        request.shown().full().lines().forEach(line -> out.println("    | " + line));
        List<String> options = request.shown().options();
        for (int i = 0; i < options.size(); i++) {
            out.println("    " + (i + 1) + "  " + options.get(i));
        }
        out.print("  Your choice, within " + request.timeout().toSeconds() + " seconds (Enter: "
                + VisibleText.inOneLine(safest(request.options())) + "): ");
        out.flush();
    }

    private static String chosen(List<String> options, String line) {
        for (int i = 0; i < options.size(); i++) {
            if (line.strip().equals(String.valueOf(i + 1))) {
                return options.get(i);
            }
        }
        return safest(options);
    }

    private static String safest(List<String> options) {
        return options.stream()
                .filter(option -> !GrantRule.grants(option))
                .findFirst()
                .orElse("Deny");
    }
}
