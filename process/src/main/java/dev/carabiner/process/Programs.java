package dev.carabiner.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where programs are. */
final class Programs {

    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    /**
     * A session of its own has no terminal: what runs there cannot type an answer to a question that is meant for a
     * human, and Ctrl-C reaches this program alone. The JVM cannot make one, this small program can.
     */
    private static final List<String> OWN_SESSION = List.of("/usr/bin/setsid", "/bin/setsid").stream()
            .filter(it -> Files.isExecutable(Path.of(it)))
            .limit(1)
            .toList();

    private static final boolean ON_TERMINAL = isOnTerminal();

    private Programs() {}

    /** What to put before the words of a command; nothing where there is no such program. */
    static List<String> inOwnSession() {
        return OWN_SESSION;
    }

    /**
     * The same for a program that makes a session of its own for all that it starts, as bubblewrap does: then only the signals
     * of a terminal are to be kept from it, if this program has one.
     */
    static List<String> awayFromTerminal() {
        return ON_TERMINAL ? OWN_SESSION : List.of();
    }

    /** By the number of the controlling terminal, the seventh field; where that cannot be told, yes. */
    private static boolean isOnTerminal() {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1);
            return !stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[4].equals("0");
        } catch (IOException | IndexOutOfBoundsException e) {
            return true;
        }
    }

    static Redirect nothing() {
        File device = new File("/dev/null");
        return device.exists() ? Redirect.from(device) : Redirect.from(new File("NUL"));
    }

    /**
     * A command's words with the program that the first one means in the environment it is to run in, which may have
     * another PATH than this JVM.
     *
     * @throws IOException if there is none
     */
    static List<String> found(Command command) throws IOException {
        List<String> words = new ArrayList<>(command.words());
        words.set(0, find(words.getFirst(), command.directory().toAbsolutePath(), command.environment()));
        return words;
    }

    private static String find(String name, Path directory, Map<String, String> environment) throws IOException {
        if (name.contains("/") || File.separatorChar != '/') {
            return name; // where a path is no path of this kind, the system has its own way
        }
        for (String place : environment.getOrDefault("PATH", USUAL_PATH).split(":", -1)) {
            Path candidate = directory.resolve(place).resolve(name);
            if (!place.isEmpty() && Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return candidate.toString();
            }
        }
        throw new IOException("There is no program " + name + " on the PATH");
    }
}
