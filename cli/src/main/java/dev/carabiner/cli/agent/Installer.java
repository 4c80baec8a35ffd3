package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.file.AtomicFile;
import dev.carabiner.file.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts Carabiner's hooks into an agent's settings and takes them out again. The file as it was is kept; if nothing else has
 * changed since, uninstalling puts it back byte by byte.
 */
public final class Installer {

    private final Surroundings here;
    private final AgentRegistration registration;
    private final Path place;
    private final Path file;

    private Installer(Surroundings here, AgentRegistration registration, Path place, String relative) {
        this.here = here;
        this.registration = registration;
        this.place = place;
        this.file = place.resolve(relative);
    }

    /**
     * For an agent, in the user's settings or in those of a project.
     *
     * @param project null for the user's
     * @throws IllegalArgumentException if the agent has no such file
     */
    public static Installer of(GuardedAgent agent, @Nullable Path project, Surroundings here) {
        AgentRegistration registration = AgentRegistration.of(agent, GuardFile.in(here));
        String relative = project == null ? registration.file() : registration.projectFile();
        if (relative.isEmpty()) {
            throw new IllegalArgumentException(agent.dialect().agent() + " reads hooks "
                    + (project == null ? "of a project only; use --project" : "of the user only; leave --project out"));
        }
        return new Installer(here, registration, project == null ? here.home() : project, relative);
    }

    /** The settings file. */
    public Path file() {
        return file;
    }

    /** What its user must still do; empty for nothing. */
    public String next() {
        return registration.next();
    }

    /** What the file has now; null if it is not there. */
    public @Nullable String before() throws IOException {
        return SettingsFile.read(file).text();
    }

    /** What it will have. */
    public String after() throws IOException {
        return registration.settings().with(file, before(), GuardFile.in(here));
    }

    /** What it will have without the hooks; null if it will not be there. */
    public @Nullable String afterUninstall() throws IOException {
        String now = before();
        Path original = kept(".orig");
        if (now != null && isAsWritten(now)) {
            return Files.exists(original) ? Files.readString(original) : null;
        }
        return now == null ? null : registration.settings().without(file, now, GuardFile.in(here));
    }

    /** Whether the hooks are there, each the first of its list. */
    public boolean isInstalled() throws IOException {
        String now = before();
        return now != null && now.equals(after());
    }

    /** The command that the agent runs before a tool call as the file has it; else the one that would be registered. */
    public List<String> registered() throws IOException {
        String now = before();
        List<String> found =
                now == null ? List.of() : registration.settings().registered(file, now, GuardFile.in(here));
        return found.isEmpty()
                ? List.of(GuardFile.in(here).toString(), registration.agent().name())
                : found;
    }

    /** The first of these files in which hooks are switched off altogether; null if none is. */
    public @Nullable Path switchedOff() throws IOException {
        for (Path each : registration.switches(here.home(), here.directory())) {
            SettingsFile settings = SettingsFile.read(each);
            if (settings.text() != null && settings.isOn(AgentRegistration.SWITCH)) {
                return each;
            }
        }
        return null;
    }

    /** Writes the hooks. Nothing happens if they are there. */
    public void install() throws IOException {
        String text = after();
        String now = before();
        if (!text.equals(now)) {
            requireWritable();
            boolean ours = now != null && now.contains(GuardFile.in(here).toString());
            if (!ours) {
                keep(now);
            }
            boolean known = now == null || !ours || isAsWritten(now);
            write(text);
            if (known) {
                keep(".written", digest(text));
            } else { // what was there at first is no longer what is to be put back
                forget();
            }
        }
        for (Map.Entry<Path, String> each : missingBeside().entrySet()) {
            Files.createDirectories(parent(each.getKey()));
            Files.writeString(each.getKey(), each.getValue());
        }
    }

    /** Files that the agent wants beside it and that are not there yet, with what will be in them. */
    public Map<Path, String> missingBeside() {
        Map<Path, String> missing = new TreeMap<>();
        registration.beside().forEach((name, text) -> {
            Path other = place.resolve(name);
            if (!Files.exists(other, LinkOption.NOFOLLOW_LINKS)) {
                missing.put(other, text);
            }
        });
        return missing;
    }

    private boolean isAsWritten(String now) throws IOException {
        Path written = kept(".written");
        return Files.exists(written) && digest(now).equals(Files.readString(written));
    }

    private void forget() throws IOException {
        Files.deleteIfExists(kept(".orig"));
        Files.deleteIfExists(kept(".written"));
    }

    /** Takes the hooks out, or puts the file back as it was. */
    public void uninstall() throws IOException {
        String text = afterUninstall();
        requireWritable();
        if (text == null) {
            Files.deleteIfExists(file);
        } else if (!text.equals(before())) {
            write(text);
        }
        forget();
        for (Map.Entry<String, String> each : registration.beside().entrySet()) {
            Path other = place.resolve(each.getKey());
            if (Files.isRegularFile(other, LinkOption.NOFOLLOW_LINKS)
                    && Files.readString(other).equals(each.getValue())) {
                Files.delete(other);
            }
        }
    }

    /** A file that its owner has made read-only stays as it is, even if this user could replace it. */
    private void requireWritable() throws IOException {
        if (Files.exists(file)
                && !(Files.isWritable(file)
                        && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_WRITE))) {
            throw new IOException(
                    file + " is read-only, so it is not touched; make it writable first: chmod u+w " + file);
        }
    }

    private void keep(@Nullable String text) throws IOException {
        if (text == null) {
            Files.deleteIfExists(kept(".orig"));
        } else {
            keep(".orig", text);
        }
    }

    /** For its owner only: settings may hold keys, and a copy must not be easier to read than they are. */
    private void keep(String ending, String text) throws IOException {
        Path copy = kept(ending);
        PrivateFiles.makeDirectories(parent(copy));
        AtomicFile.replace(copy, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Through a link, into the file that it leads to, whole or not at all. */
    private void write(String text) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file;
        Path directory = parent(target);
        Files.createDirectories(directory);
        Path fresh = Files.createTempFile(directory, ".carabiner", ".new");
        try {
            Files.writeString(fresh, text);
            if (registration.settings().isProgram()) {
                Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rwx------"));
            } else if (Files.exists(target)) {
                Set<PosixFilePermission> rights = Files.getPosixFilePermissions(target, LinkOption.NOFOLLOW_LINKS);
                Files.setPosixFilePermissions(fresh, rights);
            }
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static Path parent(Path file) throws IOException {
        Path directory = file.getParent();
        if (directory == null) {
            throw new IOException(file + " is in no directory");
        }
        return directory;
    }

    private Path kept(String ending) {
        String name = digest(file.toString()).substring(0, 16) + "-" + file.getFileName();
        return here.ownDirectory().resolve("installed").resolve(name + ending);
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
