package dev.carabiner.cli.terminal;

import dev.carabiner.guard.path.HomeDirectories;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where a command runs. There is one for the process; tests make their own.
 *
 * @param home the user's directory; what Carabiner keeps is in {@code .carabiner} there
 * @param directory the working directory
 * @param columns how wide the terminal is; 0 if the output goes elsewhere
 * @param interactive whether a person can be asked: input and output are a terminal
 * @param errorsShown whether standard error is a terminal
 */
public record Surroundings(
        Path home,
        Path directory,
        Map<String, String> environment,
        InputStream in,
        PrintStream out,
        PrintStream err,
        Styles styles,
        int columns,
        boolean interactive,
        boolean errorsShown) {

    static final int USUAL_COLUMNS = 80;

    /** The process's. The launcher has found out about the terminal; without it, there is none. */
    public static Surroundings ofProcess() {
        Map<String, String> environment = System.getenv();
        String terminal = System.getProperty("carabiner.terminal", "");
        boolean out = terminal.contains("out");
        Charset charset = out ? terminalCharset() : StandardCharsets.UTF_8;
        return new Surroundings(
                HomeDirectories.ofShell().toAbsolutePath(),
                Path.of("").toAbsolutePath(),
                environment,
                new FileInputStream(FileDescriptor.in),
                new ProcessOutput(new FileOutputStream(FileDescriptor.out), charset),
                new PrintStream(new FileOutputStream(FileDescriptor.err), true, charset),
                Styles.on(out, charset.newEncoder().canEncode('●'), environment),
                out ? terminalColumns() : 0,
                out && terminal.contains("in"),
                terminal.contains("err"));
    }

    /** The same place, and no colour. */
    public Surroundings withoutColour() {
        return new Surroundings(
                home, directory, environment, in, out, err, styles.withoutColour(), columns, interactive, errorsShown);
    }

    /** The same place with another working directory. */
    public Surroundings in(Path newDirectory) {
        return new Surroundings(
                home, newDirectory, environment, in, out, err, styles, columns, interactive, errorsShown);
    }

    /** A path as it was typed here, without detours in its name where it is the same without them. */
    public Path resolve(Path typed) {
        Path whole = directory.resolve(typed);
        Path plain = whole.normalize();
        try {
            boolean same = Files.exists(whole) ? Files.isSameFile(plain, whole) : !Files.exists(plain);
            return same ? plain : whole;
        } catch (IOException e) {
            return whole; // it cannot be looked at
        }
    }

    /** Where Carabiner keeps what belongs to this user. */
    public Path ownDirectory() {
        return home.resolve(".carabiner");
    }

    /** Whether errors come with all that a programmer wants to know. */
    public boolean debugging() {
        return !environment.getOrDefault("CARABINER_DEBUG", "").isEmpty();
    }

    private static Charset terminalCharset() {
        String name = System.getProperty("stdout.encoding", "UTF-8");
        return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.UTF_8;
    }

    private static int terminalColumns() {
        int columns = Integer.getInteger("carabiner.columns", 0);
        return columns > 0 ? columns : USUAL_COLUMNS;
    }
}
