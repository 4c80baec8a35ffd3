package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code carabiner test} of directories without a scenario, answered before any other command is looked at. */
public final class NothingToTest {

    private NothingToTest() {}

    /** Whether these words, without options, name directories and nothing is to be tested in any of them. */
    public static boolean isAsked(List<String> words, Surroundings here) {
        return words.size() > 1
                && words.getFirst().equals("test")
                && words.stream().skip(1).allMatch(word -> !word.startsWith("-") && isEmpty(word, here));
    }

    private static boolean isEmpty(String word, Surroundings here) {
        Path directory = here.directory().resolve(word);
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        } catch (IOException e) {
            return false; // the command itself says why
        }
    }

    /** Says so, in the words of the command itself. */
    public static int print(List<String> words, Surroundings here) {
        here.out().println("0 passed, 0 failed" + (here.styles().unicode() ? " · " : " - ") + "0.0 s");
        Bundles.warn("There is no scenario in " + words.get(1) + "; expected .yaml files", here);
        return ExitCode.DONE;
    }
}
