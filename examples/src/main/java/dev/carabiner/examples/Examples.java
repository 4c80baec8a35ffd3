package dev.carabiner.examples;

import dev.carabiner.display.VisibleText;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the examples and runs them: all in a row, or those that are named. */
public final class Examples {

    /** An example as it is listed. */
    record Example(String name, String shows, Stage.Play play) {}

    static final List<Example> ALL = List.of(
            new Example("observe-tools", "Observe: log every tool call without touching it", ObserveTools::play),
            new Example(
                    "deny-sensitive-paths",
                    "Deny: keep the agent out of protected directories",
                    DenySensitivePaths::play),
            new Example("redact-input", "Modify: take card numbers out of a tool's input", RedactInput::play),
            new Example("inject-feedback", "Inject: tell the agent what a linter found", InjectFeedback::play),
            new Example("todo-reminder", "Inject for one request only: the open todos", TodoReminder::play),
            new Example("production-guard", "Ask: a human decides about a production file", ProductionGuard::play),
            new Example("progress-message", "Control output: one clean line for the user", ProgressMessage::play),
            new Example("linter-feedback", "Flow: two checkers, one message to the agent", LinterFeedback::play),
            new Example("production-protection", "Flow: allow, remember, deny, time out", ProductionProtection::play),
            new Example("git-status", "Flow: the agent starts with the repository's state", GitStatus::play),
            new Example(
                    "immediate-injection",
                    "Flow: write, be corrected and repair in one turn",
                    ImmediateInjection::play));

    private static final String USAGE = """
            Shows what hooks can do, in small programs that run for real in temporary directories.

            usage: examples/run [NAME...]     plays those examples; without a name, or with "all", all of them
                   examples/run list          lists them with what each one shows
                   examples/run --help        prints this

            examples:
              examples/run                                 the tour, about 10 seconds
              examples/run deny-sensitive-paths            one example
              examples/run git-status immediate-injection  two of them
              examples/run production-guard < /dev/null    nobody at the terminal: fixed answers
            """;

    private Examples() {}

    public static void main(String[] args) {
        System.exit(run(List.of(args), System.out, System.err));
    }

    /** Returns the exit code: 0, or 1 if an example failed, or 2 for a name that there is not. */
    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            out.print(USAGE);
            return 0;
        }
        if (arguments.equals(List.of("list"))) {
            ALL.forEach(example -> out.printf("%-22s %s%n", example.name(), example.shows()));
            return 0;
        }
        List<Example> chosen = new ArrayList<>();
        for (String name : arguments.equals(List.of("all")) ? List.<String>of() : arguments) {
            Example example = find(name);
            if (example == null) {
                err.println("There is no example " + VisibleText.inOneLine(name) + ". There are:");
                ALL.forEach(known -> err.println("  " + known.name()));
                return 2;
            }
            chosen.add(example);
        }
        return play(chosen.isEmpty() ? ALL : chosen, out, err);
    }

    private static @Nullable Example find(String name) {
        return ALL.stream()
                .filter(example -> example.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static int play(List<Example> chosen, PrintStream out, PrintStream err) {
        int failures = 0;
        for (int i = 0; i < chosen.size(); i++) {
            Example example = chosen.get(i);
            out.printf("%s== %d/%d  %s%n", i == 0 ? "" : "%n".formatted(), i + 1, chosen.size(), example.name());
            out.println(example.shows());
            out.println();
            try {
                Stage.perform(example.play(), out);
            } catch (Exception e) {
                err.println("The example " + example.name() + " failed: " + e);
                failures++;
            }
        }
        return failures == 0 ? 0 : 1;
    }
}
