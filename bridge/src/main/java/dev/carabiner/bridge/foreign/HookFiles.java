package dev.carabiner.bridge.foreign;

import dev.carabiner.bridge.dialect.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The hooks that a name in a bundle means: those of a file, of all files of a directory, or a script that is one itself. */
final class HookFiles {

    private static final int MOST_FILES = 256;

    /** What is a script in a directory of them: one kept as an example, or for another system, is none. */
    private static final String SCRIPTS = "[A-Za-z]+(\\.(sh|bash|py|js|mjs|cjs|rb|pl))?";

    private HookFiles() {}

    static List<HookEntry> read(Dialect dialect, Path file, List<String> problems) {
        String name = String.valueOf(file.getFileName());
        if (name.contains("*") && file.getParent() != null) {
            String regex = name.replace(".", "\\.").replace("*", ".*");
            return inDirectory(dialect, file.getParent(), regex, problems);
        }
        if (Files.isDirectory(file)) {
            return inDirectory(dialect, file, isByName(dialect) ? SCRIPTS : ".*\\.json", problems);
        }
        return isByName(dialect) ? script(dialect, file, problems) : HookFile.read(dialect, file, problems);
    }

    private static List<HookEntry> inDirectory(Dialect dialect, Path directory, String regex, List<String> problems) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(it -> String.valueOf(it.getFileName()).matches(regex))
                    .sorted()
                    .limit(MOST_FILES)
                    .flatMap(it -> (isByName(dialect)
                                    ? script(dialect, it, problems)
                                    : HookFile.read(dialect, it, problems))
                            .stream())
                    .toList();
        } catch (IOException e) {
            problems.add(directory + ": the directory cannot be read: " + e);
            return List.of();
        }
    }

    private static boolean isByName(Dialect dialect) {
        return dialect.name().equals("cline");
    }

    /** The file's name is the event. */
    private static List<HookEntry> script(Dialect dialect, Path file, List<String> problems) {
        String event = String.valueOf(file.getFileName()).replaceFirst("\\.\\w+$", "");
        if (dialect.event(event) == null || !Files.isRegularFile(file)) {
            problems.add(file
                    + (Files.isRegularFile(file)
                            ? ": the event " + event + " of " + dialect.agent() + " cannot be mapped; it is not run"
                            : ": there is no such file"));
            return List.of();
        }
        return List.of(new HookEntry(
                event,
                "",
                "",
                "command",
                interpreter(file) + quoted(file),
                "",
                null,
                Map.of(),
                "",
                null,
                false,
                false,
                false,
                false,
                Map.of(),
                List.of(),
                new HookEntry.Place(file, 1)));
    }

    private static String interpreter(Path file) {
        String name = file.toString();
        if (Files.isExecutable(file)) {
            return "";
        }
        return name.endsWith(".py") ? "python3 " : name.endsWith(".js") || name.endsWith(".mjs") ? "node " : "bash ";
    }

    private static String quoted(Path file) {
        return "'" + file.toString().replace("'", "'\\''") + "'";
    }
}
