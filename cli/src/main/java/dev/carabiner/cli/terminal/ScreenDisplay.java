package dev.carabiner.cli.terminal;

import dev.carabiner.display.Display;
import dev.carabiner.display.HookOutput;
import dev.carabiner.display.UserMessage;
import dev.carabiner.display.VisibleText;

/** Shows what hooks have to say to the user, and says which hook it was. */
public final class ScreenDisplay implements Display {

    private final Screen screen;
    private final Styles styles;

    /** Shows messages of hooks on this screen. */
    public ScreenDisplay(Screen screen) {
        this.screen = screen;
        this.styles = screen.styles();
    }

    @Override
    public void show(UserMessage message) {
        String source = message.source().isEmpty() ? "" : "[" + VisibleText.inOneLine(message.source()) + "] ";
        String text = source + VisibleText.escaped(message.text()).stripTrailing();
        String whole = switch (message.level()) {
            case INFO -> styles.cyan(text);
            case WARNING -> styles.yellow("warning: " + text);
            case ERROR -> styles.red("error: " + text);
        };
        screen.line("  " + whole.replace("\n", "\n    "));
    }

    @Override
    public void output(HookOutput output) {
        String text = VisibleText.escaped(output.text()).stripTrailing();
        String source = VisibleText.inOneLine(output.source());
        screen.line("  " + styles.dim("[" + source + "] " + text).replace("\n", "\n    "));
    }
}
