package dev.carabiner.cli.command;

import dev.carabiner.cli.audit.AuditCommands;
import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.session.DurationText;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/** Every command, found by its name. */
public final class AllCommands {

    private static final int USUAL_WIDTH = 100;
    private static final int NARROWEST_HELP = 55; // below, the descriptions of options have no room beside their names

    private AllCommands() {}

    /** Runs one command and returns its exit code. Nothing is thrown: what goes wrong is said on the error stream. */
    public static int run(Surroundings here, List<String> words) {
        return commandLine(here).execute(words.toArray(String[]::new));
    }

    static CommandLine commandLine(Surroundings here) {
        CommandLine sessions = new CommandLine(new SessionsCommand())
                .addSubcommand(new SessionsCommand.ListCommand(here))
                .addSubcommand(new SessionsCommand.ShowCommand(here));
        CommandLine bundle = new CommandLine(new BundleCommand())
                .addSubcommand(new BundleCommand.ValidateCommand(here))
                .addSubcommand(new BundleCommand.ShowCommand(here));
        CommandLine hooks = new CommandLine(new HooksCommand()).addSubcommand(new HooksCommand.ValidateCommand(here));
        CommandLine all = new CommandLine(new RootCommand())
                .addSubcommand(new RunCommand(here))
                .addSubcommand(new DemoCommand(here))
                .addSubcommand(sessions)
                .addSubcommand(bundle)
                .addSubcommand(new ExplainCommand(here))
                .addSubcommand(new TestCommand(here))
                .addSubcommand(hooks)
                .addSubcommand(new TrustCommand(here))
                .addSubcommand(new LockdownCommand(here))
                .addSubcommand(new HookCommand(here))
                .addSubcommand(new HookdCommand(here))
                .addSubcommand(new InstallCommand(here))
                .addSubcommand(new InstallCommand.Uninstall(here))
                .addSubcommand(new DoctorCommand(here))
                .addSubcommand(ApprovalsCommand.in(here))
                .addSubcommand(RulesCommand.in(here))
                .addSubcommand(new ServeCommand(here))
                .addSubcommand(new EventsCommand(here))
                .addSubcommand(AuditCommands.in(here))
                .addSubcommand(new CompletionCommand(here));
        return configured(all, here);
    }

    private static CommandLine configured(CommandLine all, Surroundings here) {
        CommandFailures failures = new CommandFailures(here);
        int width = here.columns() == 0 ? USUAL_WIDTH : Math.clamp(here.columns(), NARROWEST_HELP, USUAL_WIDTH);
        return all.registerConverter(Duration.class, AllCommands::duration)
                .setOut(writer(here.out()))
                .setErr(writer(here.err()))
                .setColorScheme(colours(here.styles()))
                .setUsageHelpWidth(width)
                .setUsageHelpAutoWidth(false)
                .setExpandAtFiles(false) // a prompt or a directory may begin with an @
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    private static Duration duration(String text) {
        try {
            return DurationText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.TypeConversionException(
                    "expected a number with a unit, as in 30m or 8h, but came '" + text + "'");
        }
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    private static ColorScheme colours(Styles styles) {
        return CommandLine.Help.defaultColorScheme(styles.coloured() ? Ansi.ON : Ansi.OFF);
    }
}
