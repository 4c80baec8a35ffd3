package dev.carabiner.bridge.foreign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One hook of a file.
 *
 * @param event their event
 * @param matcher which occasions it is for; empty for all
 * @param condition a rule over the tool and its input; empty for none
 * @param type {@code command}, {@code http}, or one that cannot be run here
 * @param command what is run, or the address that is called
 * @param shell the shell that reads the command; empty for the usual one of the agent
 * @param args words for the program that the command then is; null if a shell reads the command
 * @param directory where it is run, relative to the project; empty if the file does not say
 * @param timeout null for the usual one
 * @param failsClosed whether the file itself says that a failure blocks
 * @param sequential whether it waits for those before it
 */
record HookEntry(
        String event,
        String matcher,
        String condition,
        String type,
        String command,
        String shell,
        @Nullable List<String> args,
        Map<String, String> environment,
        String directory,
        @Nullable Duration timeout,
        boolean async,
        boolean once,
        boolean failsClosed,
        boolean sequential,
        Map<String, String> headers,
        List<String> allowedVariables,
        Place place) {

    private static final Pattern IN_PLUGIN = Pattern.compile("PLUGIN_ROOT(:-[^}]*)?}?\"?/");

    /** Where it stands. */
    record Place(Path file, int line) {

        @Override
        public String toString() {
            return file + ":" + line;
        }

        /** Short enough for a hook's name. */
        String name() {
            return String.valueOf(file.getFileName()).replaceAll("[^A-Za-z0-9._-]", "_") + ":" + line;
        }
    }

    /** Whether an agent that reads both would run only one of them: the words of two plug-ins may be the same, and their scripts are not. */
    boolean isSameAs(HookEntry other) {
        return event.equals(other.event)
                && type.equals(other.type)
                && command.equals(other.command)
                && Objects.equals(args, other.args)
                && condition.equals(other.condition)
                && directory.equals(other.directory)
                && environment.equals(other.environment)
                && Objects.equals(plugin(), other.plugin());
    }

    /**
     * The root of the plug-in that it belongs to; null if it is of none. A command that names a file by the root of a plug-in is one of a
     * plug-in, though nothing else says so: its file then stands in the root.
     */
    @Nullable
    Path plugin() {
        Path file = place.file().toAbsolutePath();
        Path root = ProjectOf.plugin(file);
        boolean named = words().anyMatch(it -> IN_PLUGIN.matcher(it).find()) && !ProjectOf.isOfSettings(file);
        return root == null && named ? file.getParent() : root;
    }

    private Stream<String> words() {
        return Stream.concat(Stream.of(command), args == null ? Stream.of() : args.stream());
    }
}
