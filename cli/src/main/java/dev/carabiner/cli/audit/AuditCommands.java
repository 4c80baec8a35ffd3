package dev.carabiner.cli.audit;

import dev.carabiner.cli.terminal.Surroundings;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code carabiner audit}: the group of commands over an audit log. */
@Command(
        name = "audit",
        synopsisSubcommandLabel = "COMMAND",
        description = "Makes, verifies, shows and exports audit logs.",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failed, or the log was tampered with",
            "64:wrong usage",
            "66:no log there, or it cannot be read",
            "73:a log or a file cannot be made",
            "74:the output could not be written"
        },
        footer = {
            "  carabiner audit verify .carabiner/audit --pub ~/keys/audit.pub",
            "  carabiner audit show .carabiner/audit --action deny",
            "",
            "'carabiner audit COMMAND --help' says more; verify has more exit codes."
        })
public final class AuditCommands extends AuditCommand {

    /** The exit code of an audit command that did its work and could not write what came of it. */
    public static final int NOT_WRITTEN = 74;

    private AuditCommands(Surroundings here) {
        super(here, here.err());
    }

    /** The group with its commands, to be added to the other commands. */
    public static CommandLine in(Surroundings here) {
        return new CommandLine(new AuditCommands(here))
                .addSubcommand(new InitCommand(here))
                .addSubcommand(new VerifyCommand(here))
                .addSubcommand(new ShowCommand(here))
                .addSubcommand(new TailCommand(here))
                .addSubcommand(new ExportCommand(here))
                .addSubcommand(new ProveCommand(here))
                .addSubcommand(new CheckProofCommand(here))
                .addSubcommand(new EraseCommand(here));
    }

    @Override
    int run() {
        throw new UsageException("Which command: init, verify, show, tail, export, prove, check-proof or erase?");
    }
}
