package dev.carabiner.engine;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.carabiner.file.AtomicFile;
import dev.carabiner.file.PrivateFiles;
import dev.carabiner.guard.path.HomeDirectories;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A switch that denies every tool call of every engine of a user, also of engines that are running: a file, which each
 * call looks for, once before the hooks judge it and once more just before it runs. The person at the terminal turns it; no tool call can, since none is permitted while it is on.
 */
public final class Lockdown {

    /** The name of the handler that looks for it, before all hooks of a bundle. */
    public static final String HOOK = "lockdown";

    /** Why a call is denied. */
    public static final String REASON = "Lockdown: every tool call is denied until 'carabiner lockdown off' lifts it";

    private final List<Path> files;
    private final List<Place> places;

    private Lockdown(Set<Path> files) {
        this.files = List.copyOf(files);
        this.places = files.stream().map(Place::new).toList();
    }

    /** The switch of the user that this process runs as. */
    public static Lockdown ofUser() {
        return at(HomeDirectories.ofShell());
    }

    /**
     * The same where a program has found the home directory by itself. The one that the system knows counts too, so that
     * a changed {@code HOME} is no way out.
     */
    public static Lockdown at(Path home) {
        Set<Path> files = new LinkedHashSet<>();
        for (Path directory : List.of(home, Path.of(System.getProperty("user.home")))) {
            files.add(directory.toAbsolutePath().resolve(".carabiner").resolve("lockdown"));
        }
        return new Lockdown(files);
    }

    /** Whether it is on. It counts as on if its file cannot be looked for. Costs a look at each home. */
    public boolean isOn() {
        for (Place place : places) {
            if (place.isOn()) {
                return true;
            }
        }
        return false;
    }

    /**
     * The file in one home. Each look asks the system whether it is there and keeps no answer: times of change can be set
     * back, and clocks too. What only a slower look finds, a link to nowhere or a directory that has become unreadable,
     * is looked for once a second; {@link #turnOn} makes neither.
     */
    private static final class Place {

        private static final long SLOWER_LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

        private final Path file;
        private final File quick; // which needs no exception to say that nothing is there
        private final AtomicLong looked = new AtomicLong(System.nanoTime() - 2 * SLOWER_LOOK_NANOS);
        private volatile boolean isOddlyOn;

        Place(Path file) {
            this.file = file;
            this.quick = file.toFile();
        }

        boolean isOn() {
            if (quick.exists()) {
                return true;
            }
            long last = looked.get();
            long now = System.nanoTime();
            if (isOddlyOn || now - last > SLOWER_LOOK_NANOS) {
                isOddlyOn = !Files.notExists(file, NOFOLLOW_LINKS);
                looked.set(now); // after the look: who comes meanwhile looks too
            }
            return isOddlyOn;
        }
    }

    /** When it was turned on; null if it is off or its file does not say. */
    public @Nullable Instant since() {
        for (Path file : files) {
            try {
                return Files.getLastModifiedTime(file, NOFOLLOW_LINKS).toInstant();
            } catch (IOException e) {
                // the next may have it
            }
        }
        return null;
    }

    /**
     * Turns it on, for calls from now on; does nothing if it is on.
     *
     * @throws UncheckedIOException if the file cannot be made
     */
    public void turnOn() {
        Path file = files.getFirst();
        try {
            PrivateFiles.makeDirectories(file.resolveSibling(""));
            Files.createFile(file, PrivateFiles.attributes(file, PrivateFiles.READ_WRITE));
        } catch (FileAlreadyExistsException e) {
            if (!Files.exists(file)) { // a link to nowhere, which engines see a second late
                replaceLink(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void replaceLink(Path file) {
        try {
            AtomicFile.replace(file, new byte[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Lifts it. For the person at the terminal only: nothing that an agent can call may reach this.
     *
     * @throws UncheckedIOException if a file cannot be removed
     */
    public void lift() {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
