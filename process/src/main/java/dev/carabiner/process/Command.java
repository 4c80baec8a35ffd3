package dev.carabiner.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program to be run once: no shell, no terminal, no environment but the one given, and no longer than the limit. When
 * {@link #run} is over, however it ends, the program and all that it started are gone.
 *
 * <p>On Linux this holds also for what left its session, was orphaned, dropped its environment and let go of the output,
 * unless it has killed the {@link Keeper} as well, or there is none because the system has no Perl: then one that does all
 * of it within the time between two looks cannot be told from a stranger. If the JVM itself is killed, {@link OrphanWatch}
 * ends the program a moment later, with all that is below it, in its session, or carries its mark.
 *
 * <p>A command with a {@link Confinement} is held by the system besides: it runs in a namespace that ends with it, whatever
 * it does, and with this JVM.
 *
 * @param input what it reads; empty for nothing
 * @param mostOutput how many characters of the output are kept
 * @param confinement what it may touch; null for all that this program may
 */
public record Command(
        List<String> words,
        Path directory,
        Map<String, String> environment,
        Duration limit,
        String input,
        int mostOutput,
        @Nullable Confinement confinement) {

    public static final Duration DEFAULT_LIMIT = Duration.ofMinutes(2);
    public static final int DEFAULT_OUTPUT = 30_000;

    public Command {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
        if (words.isEmpty()) {
            throw new IllegalArgumentException("A command has no words; expected at least the program");
        }
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("The limit of " + words.getFirst() + " is not a positive duration");
        }
        if (mostOutput < 2) {
            throw new IllegalArgumentException("The output of " + words.getFirst() + " is limited to nothing");
        }
    }

    /** With the basic environment, no input, and the usual limits. */
    public static Command of(List<String> words, Path directory) {
        return new Command(words, directory, Environment.basic(), DEFAULT_LIMIT, "", DEFAULT_OUTPUT, null);
    }

    /** The same with exactly these variables and no others. */
    public Command environment(Map<String, String> all) {
        return new Command(words, directory, all, limit, input, mostOutput, confinement);
    }

    /**
     * The same with another time after which it is ended.
     *
     * @throws IllegalArgumentException if the time is not positive
     */
    public Command limit(Duration time) {
        return new Command(words, directory, environment, time, input, mostOutput, confinement);
    }

    /** The same with this text to read, in UTF-8. */
    public Command input(String text) {
        return new Command(words, directory, environment, limit, text, mostOutput, confinement);
    }

    /**
     * The same with another number of characters that are kept.
     *
     * @throws IllegalArgumentException if fewer than two
     */
    public Command mostOutput(int characters) {
        return new Command(words, directory, environment, limit, input, characters, confinement);
    }

    /** The same, confined. */
    public Command in(Confinement newConfinement) {
        return new Command(words, directory, environment, limit, input, mostOutput, newConfinement);
    }

    /**
     * Waits for the end. An interruption kills everything at once.
     *
     * @throws IOException if it cannot be started, or cannot be confined
     */
    public Finished run() throws IOException, InterruptedException {
        try (Running running = Running.start(this, false)) {
            return running.finish();
        }
    }

    /**
     * The same with standard error kept apart from the output, in {@link Finished#errors}. Each has the limit for itself.
     *
     * @throws IOException if it cannot be started, or cannot be confined
     */
    public Finished runApart() throws IOException, InterruptedException {
        try (Running running = Running.start(this, true)) {
            return running.finish();
        }
    }

    /**
     * Starts it and leaves it running: what it reads is written by the caller, and it has no time limit. The input of this
     * command is not used.
     *
     * @throws IOException if it cannot be started, or cannot be confined
     */
    public LiveCommand startLive() throws IOException {
        return LiveCommand.start(this);
    }
}
