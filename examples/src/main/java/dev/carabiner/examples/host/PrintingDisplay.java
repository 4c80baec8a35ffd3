package dev.carabiner.examples.host;

import dev.carabiner.display.Display;
import dev.carabiner.display.HookOutput;
import dev.carabiner.display.UserMessage;
import dev.carabiner.display.VisibleText;
import java.io.PrintStream;
import java.util.Locale;

/** Shows messages and hooks' output as lines, each with its source. */
public record PrintingDisplay(PrintStream out) implements Display {

    @Override
    public void show(UserMessage message) {
        String level = message.level().name().toLowerCase(Locale.ROOT);
        line(message.source(), level + ": " + message.text());
    }

    @Override
    public void output(HookOutput output) {
        output.text().lines().forEach(line -> line(output.source(), line));
    }

    private void line(String source, String text) {
        out.println("  [" + VisibleText.inOneLine(source) + "] " + VisibleText.escaped(text));
    }
}
