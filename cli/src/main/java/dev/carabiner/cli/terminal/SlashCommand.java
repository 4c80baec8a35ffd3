package dev.carabiner.cli.terminal;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What can be typed in a conversation besides prompts. */
public enum SlashCommand {
    HELP("shows these commands"),
    COMPACT("shortens the conversation now"),
    FORK("goes on in a copy of this session"),
    EXIT("ends the session");

    private final String description;

    SlashCommand(String description) {
        this.description = description;
    }

    /** As it is typed. */
    public String typed() {
        return "/" + name().toLowerCase(Locale.ROOT);
    }

    /** What it does, as {@code /help} shows it. */
    public String description() {
        return description;
    }

    /** Whether a line is meant as a command. A path is none: its first word goes on with a slash. */
    public static boolean isMeant(String line) {
        return line.startsWith("/") && line.strip().split("\\s", 2)[0].indexOf('/', 1) < 0;
    }

    /** The command of that line, or null if there is none of that name. */
    public static @Nullable SlashCommand find(String line) {
        String word = line.strip().split("\\s", 2)[0];
        return Arrays.stream(values())
                .filter(command -> command.typed().equals(word))
                .findFirst()
                .orElse(null);
    }

    /** What is said of a command that does not exist. */
    public static String unknown(String line) {
        String word = line.strip().split("\\s", 2)[0];
        List<String> known = Arrays.stream(values()).map(SlashCommand::typed).toList();
        return "There is no command '" + word + "'" + Suggestion.of(word, known);
    }

    /** One line each. */
    public static String help() {
        return Arrays.stream(values())
                .map(command -> TextWidth.padded(command.typed(), 10) + command.description)
                .collect(Collectors.joining("\n"));
    }
}
