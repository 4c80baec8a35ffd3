package dev.carabiner.engine.check;

import dev.carabiner.engine.check.Finding.Kind;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Findings as SARIF 2.1.0, which code review tools show beside the lines that they are about. */
public final class Sarif {

    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    private static final List<Kind> KINDS = List.of(Kind.values());

    private Sarif() {}

    /**
     * One run with all findings.
     *
     * @param root the directory that files are named relative to, where they are below it
     * @param version of the program
     */
    public static EventData of(List<Finding> findings, Path root, String version) {
        List<EventData> rules = new ArrayList<>();
        for (Kind kind : KINDS) {
            rules.add(EventData.of("id", kind.id(), "shortDescription", text(kind.description())));
        }
        EventData driver = EventData.of("name", "carabiner", "version", version, "rules", rules);
        List<EventData> results =
                findings.stream().map(finding -> result(finding, root)).toList();
        EventData run = EventData.of(
                "tool", EventData.of("driver", driver), "columnKind", "unicodeCodePoints", "results", results);
        return EventData.of("$schema", SCHEMA, "version", "2.1.0", "runs", List.of(run));
    }

    private static EventData result(Finding finding, Path root) {
        String message = finding.message() + ". To mend: " + finding.fix();
        EventData place = EventData.of(
                "artifactLocation",
                EventData.of("uri", uri(finding.at().file(), root)),
                "region",
                EventData.of("startLine", finding.at().line()));
        return EventData.of(
                "ruleId",
                finding.kind().id(),
                "ruleIndex",
                KINDS.indexOf(finding.kind()),
                "level",
                finding.severity().word(),
                "message",
                text(message),
                "locations",
                List.of(EventData.of("physicalLocation", place)));
    }

    private static EventData text(String text) {
        return EventData.of("text", text);
    }

    /** Relative where that is possible, so that the report means the same on another machine. */
    private static String uri(String file, Path root) {
        Path path = Path.of(file);
        if (!path.isAbsolute()) {
            return encoded(file.replace(':', '-')); // built-in bundles are no files
        }
        Path real = path.normalize();
        return real.startsWith(root)
                ? encoded(root.relativize(real).toString().replace('\\', '/'))
                : real.toUri().toString();
    }

    private static String encoded(String path) {
        String uri = Path.of("/", path).toUri().getRawPath();
        return uri.substring(1);
    }
}
