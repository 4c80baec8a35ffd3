package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes a command at the beginning of a prompt, and file names anywhere. */
final class PromptCompleter implements Completer {

    private static final int MOST_FILES = 200;

    private final Path directory;

    PromptCompleter(Path directory) {
        this.directory = directory;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        String word = line.word();
        if (line.wordIndex() == 0 && SlashCommand.isMeant(word) && offered(word, candidates)) {
            return; // a file of that name is completed once more of it is typed
        }
        int slash = word.lastIndexOf('/');
        try {
            files(word.substring(0, slash + 1), word.substring(slash + 1), candidates);
        } catch (IOException | DirectoryIteratorException | InvalidPathException e) {
            return; // no such directory, or none that can be read: there is nothing to offer
        }
    }

    /** Whether there is a command that begins so. */
    private static boolean offered(String word, List<Candidate> candidates) {
        for (SlashCommand command : SlashCommand.values()) {
            if (command.typed().startsWith(word)) {
                candidates.add(
                        new Candidate(command.typed(), command.typed(), null, command.description(), null, null, true));
            }
        }
        return !candidates.isEmpty();
    }

    /** Names that are not what they look like are not offered. */
    private void files(String parent, String beginning, List<Candidate> candidates) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory.resolve(parent))) {
            int offered = 0;
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                boolean hidden = name.startsWith(".") && !beginning.startsWith(".");
                if (!name.startsWith(beginning) || hidden || !name.equals(VisibleText.inOneLine(name))) {
                    continue;
                }
                if (++offered > MOST_FILES) {
                    return;
                }
                boolean folder = Files.isDirectory(entry);
                String whole = parent + name + (folder ? "/" : "");
                candidates.add(new Candidate(whole, name + (folder ? "/" : ""), null, null, null, null, !folder));
            }
        }
    }
}
