package dev.carabiner.cli.agent;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** The short {@code sh} file that agents run: it asks the socket, else starts Java, and denies when all of that fails. */
public final class GuardFile {

    /** How long an answer may take where agents wait for ten minutes. */
    public static final int USUAL_SECONDS = 590;

    private static final int LEAST_PATIENT = 25;

    private GuardFile() {}

    /** Where it is, outside of every project. */
    public static Path in(Surroundings here) {
        return here.ownDirectory().resolve("guard");
    }

    /** Where the service listens. */
    public static Path socket(Surroundings here) {
        return here.ownDirectory().resolve("run").resolve("hookd.sock");
    }

    /**
     * Its text.
     *
     * @param launcher the command that starts Carabiner
     * @param version only a service of this version is asked
     * @param seconds how long an answer may take; less for agents that wait less
     */
    public static String text(Surroundings here, Path launcher, String version, int seconds) {
        return resource("guard.sh")
                .replace("@HOME@", quoted(here.ownDirectory()))
                .replace("@LAUNCHER@", quoted(launcher))
                .replace("@VERSION@", version)
                .replace("@LIMIT@", String.valueOf(seconds))
                .replace("@SHORT@", String.valueOf(Math.min(seconds, LEAST_PATIENT)));
    }

    /** A text that comes with the program. */
    static String resource(String name) {
        try (InputStream in = GuardFile.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes it, whole or not at all, for its owner to run. */
    public static void write(Surroundings here, Path launcher, String version, int seconds) throws IOException {
        Path file = in(here);
        PrivateFiles.makeDirectories(here.ownDirectory());
        Path fresh = Files.createTempFile(
                here.ownDirectory(),
                "guard",
                ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(fresh, text(here, launcher, version, seconds));
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "'\\''") + "'";
    }
}
