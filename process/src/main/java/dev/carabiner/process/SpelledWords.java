package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The words of a confined command in such a way that it gets them as they were meant, also where the JVM cannot spell them
 * ({@link SystemText}): a shell inside the sandbox then makes them from their bytes.
 */
final class SpelledWords {

    private SpelledWords() {}

    /** @throws IOException if a word is no text at all */
    static List<String> of(List<String> command, Map<String, String> environment) throws IOException {
        if (command.stream().allMatch(SystemText::canSpell)
                && environment.values().stream().allMatch(SystemText::canSpell)) {
            return command;
        }
        StringBuilder script = new StringBuilder();
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            if (!SystemText.canSpell(variable.getValue()) && variable.getKey().matches("[A-Za-z_][A-Za-z0-9_]*")) {
                script.append("word=").append(made(variable.getValue()));
                script.append("; export ").append(variable.getKey()).append("=\"${word%x}\"\n");
            }
        }
        for (String word : command) {
            script.append("word=").append(made(word)).append("; set -- \"$@\" \"${word%x}\"\n");
        }
        return List.of("/bin/sh", "-c", script + "unset word\nexec \"$@\"", "sh");
    }

    /** What a shell makes the word of. The letter at its end keeps line ends, which the shell would take away. */
    private static String made(String word) throws IOException {
        if (!SystemText.isText(word)) {
            throw new IOException("The command has a character that does not exist in " + SystemText.NAME
                    + ", the encoding of this system");
        }
        StringBuilder bytes = new StringBuilder("$(printf '");
        for (byte each : word.getBytes(UTF_8)) {
            boolean plain = (each >= 'a' && each <= 'z') || (each >= '0' && each <= '9') || each == ' ' || each == '/';
            bytes.append(plain ? String.valueOf((char) each) : String.format("\\%03o", each & 0xff));
        }
        return bytes.append("x')").toString();
    }
}
