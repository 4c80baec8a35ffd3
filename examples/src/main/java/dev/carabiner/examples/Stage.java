package dev.carabiner.examples;

import dev.carabiner.display.Display;
import dev.carabiner.display.VisibleText;
import dev.carabiner.examples.host.PrintingDisplay;
import dev.carabiner.examples.host.TemporaryDirectory;
import java.io.PrintStream;
import java.nio.file.Path;

/** Where an example plays: a directory of its own, and a stream that says what happens. */
public record Stage(Path directory, PrintStream out) {

    /** A situation to be played. */
    @FunctionalInterface
    public interface Play {
        void on(Stage stage) throws Exception;
    }

    /** Plays in a temporary directory and on standard output. */
    public static void perform(Play play) throws Exception {
        perform(play, System.out);
    }

    static void perform(Play play, PrintStream out) throws Exception {
        try (TemporaryDirectory directory = TemporaryDirectory.create()) {
            play.on(new Stage(directory.path(), out));
        }
    }

    public Display display() {
        return new PrintingDisplay(out);
    }

    public void say(String text) {
        out.println(VisibleText.escaped(text));
    }

    /** Quoted words: each line behind a bar. */
    public void quote(String text) {
        text.lines().forEach(line -> say("    | " + line));
    }
}
