package dev.carabiner.cli.terminal;

import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReader.Option;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;

/**
 * Reads prompts at the terminal: with a history that only the user can read, completion of commands and file names, and
 * as many lines as are pasted or end in a backslash.
 */
public final class Prompter {

    /** What came of asking for a prompt. */
    public sealed interface Entry {

        record Text(String text) implements Entry {}

        /** Ctrl-C: what was typed so far is forgotten. */
        record Interrupted() implements Entry {}

        /** Ctrl-D, or the terminal has gone. */
        record End() implements Entry {}
    }

    private final LineReader reader;
    private final String prompt;

    /**
     * @param history the file with earlier prompts, made private to its owner before it is read
     * @throws IOException if that is not possible
     */
    public Prompter(Terminal terminal, Styles styles, Path history, Path directory) throws IOException {
        makePrivate(history);
        prompt = styles.bold(styles.cyan(styles.pointer())) + " ";
        reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("carabiner")
                .parser(new PromptParser())
                .completer(new PromptCompleter(directory))
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "  ")
                .option(Option.DISABLE_EVENT_EXPANSION, true)
                .option(Option.BRACKETED_PASTE, true)
                .option(Option.HISTORY_TIMESTAMPED, false)
                .build();
    }

    /** Waits until a prompt is entered. */
    public Entry read() {
        try {
            return new Entry.Text(reader.readLine(prompt));
        } catch (UserInterruptException e) {
            return new Entry.Interrupted();
        } catch (EndOfFileException e) {
            return new Entry.End();
        }
    }

    /** Only the user may read what was asked. */
    private static void makePrivate(Path history) throws IOException {
        Path directory = history.toAbsolutePath().getParent();
        if (directory != null) {
            PrivateFiles.makeDirectories(directory);
        }
        if (Files.notExists(history)) {
            PrivateFiles.makeFile(history);
        }
        PrivateFiles.tighten(history, PrivateFiles.READ_WRITE);
    }
}
