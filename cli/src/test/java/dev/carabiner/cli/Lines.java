package dev.carabiner.cli;

import dev.carabiner.cli.terminal.TextWidth;
import java.util.Arrays;
import java.util.List;

/** What was written to a terminal, line by line: those that the program ended, not those that the terminal broke. */
final class Lines {

    private Lines() {}

    static List<Line> written(String raw) {
        return Arrays.stream(raw.replaceAll("\u001B\\[[0-9;?]*[A-Za-z]|\u001B[=>]", "")
                        .split("[\r\n]+"))
                .map(Line::new)
                .toList();
    }

    record Line(String text) {

        int columns() {
            return TextWidth.of(text);
        }
    }
}
