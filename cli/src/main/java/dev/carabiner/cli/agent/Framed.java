package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An answer as the installed command reads it: the exit code, a line for standard output, the text for standard error, and a
 * dot that shows that it is whole.
 */
public final class Framed {

    private static final Pattern FRAME = Pattern.compile("([02])\n([^\n]*)\n(.*)\n\\.", Pattern.DOTALL);

    private Framed() {}

    /** The text of an answer. */
    public static String of(Said said) {
        int code = said.exitCode() == 0 ? 0 : 2;
        String line = said.output().replaceAll("\\R", " ");
        return String.format(Locale.ROOT, "%d%n", code).replace("\r", "") + line + "\n" + said.errors() + "\n.";
    }

    /** The answer in a text; null if it is none, or not whole. */
    public static @Nullable Said read(String text) {
        Matcher parts = FRAME.matcher(text);
        return parts.matches()
                ? new Said(Integer.parseInt(parts.group(1)), parts.group(2), parts.group(3), false)
                : null;
    }
}
