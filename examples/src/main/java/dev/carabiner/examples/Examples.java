package dev.carabiner.examples;

import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Lists the examples and runs them: all in a row, or those that are named. */
public final class Examples {

    /** An example as it is listed. */
    record Example(String name, String shows, Stage.Play play) {}

    private static final Map<String, Stage.Play> PLAYS = Map.ofEntries(
            Map.entry("observe-tools", ObserveTools::play),
            Map.entry("deny-sensitive-paths", DenySensitivePaths::play),
            Map.entry("redact-input", RedactInput::play),
            Map.entry("inject-feedback", InjectFeedback::play),
            Map.entry("todo-reminder", TodoReminder::play),
            Map.entry("production-guard", ProductionGuard::play),
            Map.entry("progress-message", ProgressMessage::play),
            Map.entry("linter-feedback", LinterFeedback::play),
            Map.entry("production-protection", ProductionProtection::play),
            Map.entry("git-status", GitStatus::play),
            Map.entry("immediate-injection", ImmediateInjection::play));

    /** In the order of {@code list.txt}, which the script prints without building anything. */
    static final List<Example> ALL =
            text("list.txt").lines().map(Examples::listed).toList();

    private Examples() {}

    private static Example listed(String line) {
        String[] parts = line.split(" +", 2);
        return new Example(parts[0], parts[1], Objects.requireNonNull(PLAYS.get(parts[0]), parts[0]));
    }

    private static String text(String resource) {
        try (InputStream in = Objects.requireNonNull(Examples.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] args) {
        System.exit(run(List.of(args), System.out, System.err));
    }

    /** Returns the exit code: 0, or 1 if an example failed, or 2 for a name that there is not. */
    static int run(List<String> arguments, PrintStream out, PrintStream err) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            out.print(text("usage.txt"));
            return 0;
        }
        if (arguments.equals(List.of("list"))) {
            out.print(text("list.txt"));
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
