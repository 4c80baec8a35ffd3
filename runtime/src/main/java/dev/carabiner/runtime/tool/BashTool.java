package dev.carabiner.runtime.tool;

import static dev.carabiner.runtime.tool.ToolInputs.number;
import static dev.carabiner.runtime.tool.ToolInputs.object;
import static dev.carabiner.runtime.tool.ToolInputs.text;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Environment;
import dev.carabiner.process.Finished;
import dev.carabiner.process.Opening;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A command line in the workspace. The text that was permitted is the text that the shell gets, byte for byte. */
final class BashTool implements Tool {

    /** @param usual without a word from the model; {@code most} with one */
    record Limits(Duration usual, Duration most, int output) {}

    private static final String SHELL = Files.isExecutable(Path.of("/bin/bash")) ? "/bin/bash" : "/bin/sh";

    /** Four bytes each, and the system would still take it. */
    private static final int LONGEST_COMMAND = 30_000;

    private static final int MOST_NAMED = 5;

    private final Workspace workspace;
    private final List<String> passed;
    private final Limits limits;

    BashTool(Workspace workspace, List<String> passed, Limits limits) {
        this.workspace = workspace;
        this.passed = List.copyOf(passed);
        this.limits = limits;
    }

    @Override
    public String name() {
        return "Bash";
    }

    @Override
    public String description() {
        return "Runs a shell command in the working directory and returns its output, both streams in one. "
                + "Each command starts anew in that directory, has no input and no terminal, and is stopped after "
                + limits.usual().toSeconds() + " s unless timeout says otherwise (in milliseconds, at most "
                + limits.most().toMillis() + "). Whatever it leaves running in the background is ended with it.";
    }

    @Override
    public EventData inputSchema() {
        return object(
                List.of("command"),
                "command",
                text("The command line").with("minLength", 1).with("maxLength", LONGEST_COMMAND),
                "timeout",
                number("Time limit in milliseconds", 1)
                        .with("maximum", limits.most().toMillis()),
                "description",
                text("What it does, in a few words"));
    }

    @Override
    public ToolResult run(EventData input, ToolRun run) throws IOException, InterruptedException {
        Duration limit = Duration.ofMillis(
                ToolInputs.number(input, "timeout", limits.usual().toMillis()));
        String line = ToolInputs.required(input, "command");
        // without the dashes, a command that begins with one would be taken for an option
        List<String> words = List.of(SHELL, "-c", "--", line);
        if (!workspace.isPresent()) {
            throw new FileRefusedException(
                    workspace.root().toString(), "is no longer the directory that the session began in");
        }
        SettingsSnapshot before = SettingsSnapshot.of(workspace.settings());
        Command command = Command.of(words, workspace.root())
                .environment(Environment.passing(passed))
                .limit(limit)
                .mostOutput(limits.output());
        CommandRunner runner = CommandRunner.among(
                run.session().collectContributions(CommandRunner.CHANNEL),
                run.session().isConfined());
        Opening opening = runner.opening(line);
        Finished finished = runner.run(command, opening);
        ToolResult result = new ToolResult(
                finished.succeeded(),
                finished.output() + remark(finished, limit) + putBack(finished),
                details(finished, opening));
        List<Path> changed = SettingsSnapshot.of(workspace.settings()).changedSince(before);
        return changed.isEmpty() ? result : reported(result, changed, run);
    }

    /** What was opened of the sandbox for this run is on the record with its result. */
    private static EventData details(Finished finished, Opening opening) {
        EventData details = EventData.of(
                "exit_code", finished.exitCode(),
                "truncated", finished.truncated(),
                "timed_out", finished.timedOut(),
                "killed", finished.killed());
        return opening.isNone()
                ? details
                : details.with(
                        "opened",
                        EventData.of(
                                "outside", opening.outside(),
                                "writable", names(opening.writable()),
                                "readable", names(opening.readable())));
    }

    private static List<String> names(Set<Path> paths) {
        return paths.stream().map(Path::toString).sorted().toList();
    }

    private static String putBack(Finished finished) {
        String names = finished.putBack().stream()
                .limit(MOST_NAMED)
                .map(file -> VisibleText.inOneLine(file.toString()))
                .collect(Collectors.joining(", "));
        return names.isEmpty()
                ? ""
                : "\n[protected files were changed and have been put back: " + names + "; this was reported]";
    }

    /** Emits what has happened already, so that it does not go unseen. */
    private ToolResult reported(ToolResult result, List<Path> changed, ToolRun run) {
        List<String> names = changed.stream()
                .limit(MOST_NAMED)
                .map(file -> VisibleText.inOneLine(file.toString()))
                .toList();
        String reason = "While this command ran, settings that decide what an agent may do were changed: "
                + String.join(", ", names) + (changed.size() > MOST_NAMED ? ", …" : "");
        run.session()
                .emit(
                        "policy:violation",
                        EventData.of("reason", reason, "policy", "settings", "hook_name", null, "tool_name", name()));
        String newLine = result.output().isEmpty() || result.output().endsWith("\n") ? "" : "\n";
        return new ToolResult(
                false,
                result.output() + newLine + "[" + reason + "; this was reported]",
                result.details().with("settings_changed", names));
    }

    private static String remark(Finished finished, Duration limit) {
        String newLine = finished.output().isEmpty() || finished.output().endsWith("\n") ? "" : "\n";
        String processes = finished.killed() == 1 ? "1 process" : finished.killed() + " processes";
        return switch (finished.ending()) {
            case TIMED_OUT -> newLine + "[stopped after " + limit.toMillis() + " ms; " + processes + " killed]";
            case TOO_MANY_PROCESSES ->
                newLine + "[stopped because it had too many processes; " + processes + " killed]";
            case TOO_MUCH_MEMORY -> newLine + "[stopped because it took too much memory; " + processes + " killed]";
            case TOO_MUCH_WRITTEN -> newLine + "[stopped because it wrote too much; " + processes + " killed]";
            case EXITED -> {
                String code = finished.exitCode() == 0 ? "" : "[exit code " + finished.exitCode() + "]";
                String left = finished.killed() == 0 ? "" : "[" + processes + " left in the background, killed]";
                yield code.isEmpty() && left.isEmpty() ? "" : newLine + code + left;
            }
        };
    }
}
