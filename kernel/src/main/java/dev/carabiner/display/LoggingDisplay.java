package dev.carabiner.display;

import java.lang.System.Logger;

final class LoggingDisplay implements Display {

    private static final Logger LOG = System.getLogger(Display.class.getName());

    @Override
    public void show(UserMessage message) {
        Logger.Level level = switch (message.level()) {
            case INFO -> Logger.Level.INFO;
            case WARNING -> Logger.Level.WARNING;
            case ERROR -> Logger.Level.ERROR;
        };
        LOG.log(level, line(message.source(), message.text()));
    }

    @Override
    public void output(HookOutput output) {
        LOG.log(Logger.Level.INFO, line(output.source(), output.text()));
    }

    private static String line(String source, String text) {
        return "[" + VisibleText.inOneLine(source) + "] " + VisibleText.inOneLine(text);
    }
}
