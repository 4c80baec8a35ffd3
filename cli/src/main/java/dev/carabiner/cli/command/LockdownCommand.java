package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.engine.Lockdown;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code carabiner lockdown}: denies every tool call of this user's agents, until it is lifted. */
@Command(
        name = "lockdown",
        description = {
            "Denies every tool call of every agent of yours, until it is lifted.",
            "That holds for agents that are running, too. Nothing that an agent has started can turn it on or off."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner lockdown           from now on",
            "  carabiner lockdown status    on or off, and since when",
            "  carabiner lockdown off       no longer"
        })
final class LockdownCommand implements Callable<Integer> {

    /** What can be asked for. */
    enum Mode {
        ON,
        OFF,
        STATUS
    }

    /** As it is written in the help. */
    static final class ModeWord implements ITypeConverter<Mode> {

        @Override
        public Mode convert(String word) {
            for (Mode mode : Mode.values()) {
                if (mode.name().toLowerCase(Locale.ROOT).equals(word)) {
                    return mode;
                }
            }
            throw new TypeConversionException("expected on, off or status, but came '" + word + "'");
        }
    }

    private final Surroundings here;

    @Parameters(
            paramLabel = "on|off|status",
            arity = "0..1",
            converter = ModeWord.class,
            description = "What to do; on, if nothing is said.")
    private Mode mode = Mode.ON;

    LockdownCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        if (RunMark.isOn(here.environment())) {
            throw CommandException.failed(
                    "This runs within an agent's run, and an agent decides nothing about lockdown."
                            + " Call 'carabiner lockdown' in a terminal of your own");
        }
        Lockdown lockdown = Bundles.lockdown(here);
        switch (mode) {
            case ON -> lockdown.turnOn();
            case OFF -> lockdown.lift();
            case STATUS -> {} // which is told in any case
        }
        here.out().println(status(lockdown));
        return ExitCode.DONE;
    }

    private String status(Lockdown lockdown) {
        if (!lockdown.isOn()) {
            return "Lockdown is off: tool calls are for the hooks to judge";
        }
        Instant since = lockdown.since();
        return here.styles().red("Lockdown is on")
                + (since == null ? "" : " since " + since.truncatedTo(ChronoUnit.SECONDS))
                + ": every tool call is denied";
    }
}
