package dev.carabiner.cli.command;

import dev.carabiner.approval.DeciderName;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.TerminalApproval;
import dev.carabiner.console.Console;
import dev.carabiner.console.ConsoleRole;
import dev.carabiner.console.User;
import dev.carabiner.file.FileProblem;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code carabiner serve}: the page and the HTTP API, until it is ended. */
@Command(
        name = "serve",
        sortOptions = false,
        description = {
            "Serves the page and the HTTP API by which you answer what agents wait for.",
            "It shows what they do, too: the sessions of all processes of this user, their events, hooks and rules.",
            "It listens on this machine only. The link that it prints works once; Ctrl-C ends it.",
            "What ~/.carabiner/webhooks.yaml names is told by webhooks what waits and how it ended (docs/webhooks.md)."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner serve",
            "  carabiner serve --port 0                       any port that is free",
            "  carabiner serve --tokens ~/.carabiner/tokens   programs may ask; lines: ROLE NAME TOKEN"
        })
final class ServeCommand implements Callable<Integer> {

    private static final int LARGEST = 64 * 1024;

    /** The server's own library tells of its start and end, which this command does itself. Kept, or its level would be lost. */
    private static final Logger SERVER = Logger.getLogger("org.eclipse.jetty");

    private final Surroundings here;

    @Option(names = "--port", paramLabel = "N", description = "The port; 0 for any that is free. Preset: 7373.")
    private int port = 7373;

    @Option(
            names = "--tokens",
            paramLabel = "FILE",
            description = {
                "Programs that may come in: a file that only you can write, one line each with ROLE NAME TOKEN.",
                "Roles: requester (may ask), viewer (may look), approver (may answer)."
            })
    private @Nullable Path tokens;

    @Option(
            names = "--bundle",
            paramLabel = "FILE|NAME",
            description = {
                "The configuration whose store it is: a file, or the name of a built-in one.",
                "Else the project's .carabiner/bundle.yaml if you trust it, else 'default'."
            })
    private @Nullable String bundle;

    ServeCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        SERVER.setLevel(Level.WARNING);
        try (SharedStore store = SharedStore.open(bundle, here);
                ServedBundle served = ServedBundle.read(bundle, here)) {
            Console.Builder builder = ConsoleSetup.over(store, served, here).port(port);
            addTokens(builder);
            try (Console console = started(builder)) {
                here.out().println("Open " + console.link(new User(TerminalApproval.person(), ConsoleRole.APPROVER)));
                here.out().println("The link works once, for one browser. Ctrl-C ends the server.");
                ConsoleSetup.tellWebhooks(console, here.out()::println);
                here.out().flush();
                awaitEnd(console);
            }
            return ExitCode.DONE;
        }
    }

    private static Console started(Console.Builder builder) {
        try {
            return builder.start();
        } catch (IllegalStateException e) {
            throw CommandException.failed(e.getMessage() + "; another port: --port N, or 0 for any that is free");
        }
    }

    /** The signal that ends the process closes the server first, so that no answer is cut in the middle. */
    private static void awaitEnd(Console console) {
        Runtime.getRuntime().addShutdownHook(new Thread(console::close, "carabiner-serve-end"));
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void addTokens(Console.Builder builder) {
        if (tokens == null) {
            return;
        }
        Path file = here.resolve(tokens);
        try {
            byte[] content = PrivateFiles.read(file, LARGEST);
            if (content == null) {
                throw CommandException.failed("There is no file " + file);
            }
            int number = 0;
            Set<String> known = new HashSet<>();
            for (String line :
                    new String(content, StandardCharsets.UTF_8).lines().toList()) {
                number++;
                if (!line.isBlank()) {
                    addToken(builder, line.strip().split("\\s+", -1), file + ":" + number, known);
                }
            }
        } catch (IOException e) {
            throw CommandException.failed("The tokens cannot be read: " + FileProblem.inWords(e));
        }
    }

    /** What is wrong is told by its place, without the line: a token is in it. */
    private static void addToken(Console.Builder builder, String[] words, String place, Set<String> known) {
        String problem = words.length == 3 ? DeciderName.refusal(words[1]) : null;
        if (problem != null) {
            throw CommandException.failed(place + ": " + problem);
        }
        try {
            ConsoleRole role = ConsoleRole.valueOf(words[0].toUpperCase(Locale.ROOT));
            if (words.length == 3 && known.add(words[2])) {
                builder.token(words[2], new User(words[1], role));
                return;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw CommandException.failed(place + ": expected requester, viewer or approver, then a name, then a token of"
                + " at least 32 characters that no other line has");
    }
}
