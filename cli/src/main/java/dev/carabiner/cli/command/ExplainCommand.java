package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Judge;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.explain.Explanation;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import dev.carabiner.event.Events;
import dev.carabiner.event.InvalidEventNameException;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import dev.carabiner.scenarios.Scenarios;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.LogManager;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carabiner explain}: what a policy says about an event, and why. */
@Command(
        name = "explain",
        sortOptions = false,
        description = {
            "Says what a bundle's hooks decide about an event, and why.",
            "Who was called and who was not, what each answered, how the answers were combined, and which handler",
            "alone would change the outcome.",
            "The hooks are called. No tool runs, no human is asked, nothing is recorded or remembered.",
            "Exit code: 0 whatever they decide, 1 if it cannot be found out, 2 for wrong usage."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner explain tool:pre --data '{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"rm -rf /\"}}'",
            "  carabiner explain tool:pre --data @call.json --bundle .carabiner/bundle.yaml",
            "  carabiner explain prompt:submit --data - --json < prompt.json | jq .action"
        })
final class ExplainCommand implements Callable<Integer> {

    private static final int MOST_BYTES = 16 * 1024 * 1024;

    /** A file, a line, and for one of several commands on the line its column. */
    private static final Pattern PLACE = Pattern.compile("(.+?):([1-9][0-9]{0,6})(?::([1-9][0-9]{0,6}))?");

    private final Surroundings here;

    @Parameters(
            paramLabel = "EVENT",
            description = "The event's name, such as tool:pre; 'carabiner events' lists them.")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    private String event;

    @Option(
            names = "--data",
            paramLabel = "JSON|@FILE|-",
            description =
                    "The event's data: a JSON object, a file that holds one, or - for standard input. Preset: {}.")
    private @Nullable String data;

    @Option(
            names = "--bundle",
            paramLabel = "FILE|NAME",
            description = {
                "The configuration: a file, or the name of a built-in one.",
                "Else the project's .carabiner/bundle.yaml if you trust it, else 'default'."
            })
    private @Nullable String bundle;

    @Option(names = "--cwd", paramLabel = "DIR", description = "Judge as if the agent worked there instead of here.")
    private @Nullable Path directory;

    @Option(
            names = "--case",
            paramLabel = "FILE:LINE[:COLUMN]",
            description = "Instead of data and bundle: the case of a scenario that stands there.")
    private @Nullable String scenarioCase;

    @Option(names = "--json", description = "One JSON object, schema 1; see docs/explain.md.")
    private boolean json;

    ExplainCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        requireEvent();
        if (scenarioCase != null) {
            if (data != null || bundle != null || directory != null) {
                throw CommandException.usage("--case brings its own data, bundle and directory; leave out the others");
            }
            return printed(ofCase(scenarioCase));
        }
        EventData given = given();
        Path place = directory == null ? here.directory() : here.resolve(directory);
        if (!Files.isDirectory(place)) {
            throw CommandException.usage("--cwd " + place + " is not a directory");
        }
        LogManager.getLogManager().reset(); // what a hook's failure means is on the page
        return printed(explained(given, place));
    }

    private int printed(Explanation explanation) {
        here.out().print(json ? EventDataJson.write(explanation.json()) + "\n" : explanation.text());
        return ExitCode.DONE;
    }

    private Explanation ofCase(String place) {
        Matcher parts = PLACE.matcher(place);
        if (!parts.matches()) {
            throw CommandException.usage("--case needs a file and a line, as in --case scenarios/shell.yaml:12");
        }
        LogManager.getLogManager().reset();
        int line = Integer.parseInt(parts.group(2));
        int column = parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3));
        Explanation found = Scenarios.read(List.of(Path.of(parts.group(1))), here.directory())
                .explain(line, column);
        if (found == null) {
            throw CommandException.usage("No case with one operation begins at " + place);
        }
        String about = found.outcome().event();
        if (!EventNames.canonical(about).equals(EventNames.canonical(event))) {
            throw CommandException.usage("The case at " + place + " is about " + about + ", not " + event);
        }
        return found;
    }

    private void requireEvent() {
        try {
            EventNames.requireName(event);
        } catch (InvalidEventNameException e) {
            throw CommandException.usage(e.getMessage() + "\n'carabiner events' lists the known ones");
        }
        String meant = Events.nearMiss(event);
        if (meant != null) {
            Bundles.warn("\"" + event + "\" is not a known event; did you mean \"" + meant + "\"?", here);
        }
    }

    private Explanation explained(EventData given, Path place) {
        ModuleCatalog catalog = ModuleCatalog.installed();
        catalog.problems().forEach(problem -> Bundles.warn(problem, here));
        Bundle loaded = new BundleLoader(catalog).load(ChosenBundle.files(bundle, place, here));
        Engine engine = Engine.builder()
                .catalog(catalog)
                .approvalsIn(Bundles.approvals(here))
                .environment(here.environment()::get)
                .display(message -> Bundles.warn(message.text(), here))
                .lockdown(Bundles.lockdown(here))
                .with(loaded);
        try (engine;
                Judge judge = engine.session(session(given), place)
                        .captureOutput()
                        .confinesTools()
                        .judge()) {
            return judge.explain(event, given);
        }
    }

    /** The one that the data are from, if they say so. */
    private static String session(EventData given) {
        return given.get("session_id") instanceof String id && !id.isBlank() ? id : "explain";
    }

    private EventData given() throws IOException {
        byte[] text = bytes(data == null ? "{}" : data);
        if (text.length > MOST_BYTES) {
            throw CommandException.usage("--data holds more than " + MOST_BYTES + " bytes");
        }
        try {
            return EventDataJson.read(text);
        } catch (InvalidJsonException e) {
            throw CommandException.usage(
                    "--data is no JSON object: " + e.getMessage()
                            + "\nExpected an object, as in --data '{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}'");
        }
    }

    private byte[] bytes(String given) throws IOException {
        if (given.equals("-")) {
            return here.in().readNBytes(MOST_BYTES + 1);
        }
        if (given.startsWith("@")) {
            Path file = here.resolve(Path.of(given.substring(1)));
            try (InputStream in = Files.newInputStream(file)) {
                return in.readNBytes(MOST_BYTES + 1);
            }
        }
        return given.getBytes(StandardCharsets.UTF_8);
    }
}
