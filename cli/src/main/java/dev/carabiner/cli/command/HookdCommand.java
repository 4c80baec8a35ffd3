package dev.carabiner.cli.command;

import dev.carabiner.cli.agent.GuardFile;
import dev.carabiner.cli.agent.HookServer;
import dev.carabiner.cli.agent.HookService;
import dev.carabiner.cli.agent.HookStart;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code carabiner hookd}: the service that answers agents without a start each time. */
@Command(
        name = "hookd",
        sortOptions = false,
        description = {
            "Answers the events of other agents without a start each time.",
            "It listens on a socket that only you can reach.",
            "It is started by itself when an agent is guarded, and ends when no agent has asked for a while.",
            "Exit code: 0 when it ends, 1 if another one runs already or it cannot listen."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {"  carabiner hookd", "  carabiner hookd --idle 5"})
final class HookdCommand implements Callable<Integer> {

    private static final Duration REST = Duration.ofHours(1); // an agent that goes on takes its session up again

    private final Surroundings here;

    @Option(names = "--idle", paramLabel = "MINUTES", description = "How long it waits to be asked. Preset: 60.")
    private int minutes = 60;

    @Option(
            names = "--bundle",
            paramLabel = "FILE|NAME",
            description =
                    "The policy for all; else that of the project an agent works in, if you trust it, else 'default'.")
    private @Nullable String bundle;

    HookdCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        if (!here.debugging()) {
            LogManager.getLogManager().reset();
        }
        ScheduledExecutorService rest = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().daemon().name("hook-rest").factory());
        try (HookService service = HookCommand.service(bundle, here, true);
                HookServer server = HookServer.at(GuardFile.socket(here), HookStart.version(), service::answer)) {
            ScheduledFuture<?> unused = rest.scheduleWithFixedDelay(() -> service.rest(REST), 1, 1, TimeUnit.MINUTES);
            ScheduledFuture<?> unusedEnds =
                    rest.scheduleWithFixedDelay(() -> service.endLeft(REST), 1, 60, TimeUnit.MINUTES);
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
                server.close();
                service.close();
            }));
            server.serve(Duration.ofMinutes(Math.max(1, minutes)));
            return ExitCode.DONE;
        } catch (IOException e) {
            throw CommandException.failed("The service cannot run: " + e.getMessage());
        } finally {
            rest.shutdownNow();
        }
    }
}
