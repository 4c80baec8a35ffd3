package dev.carabiner.cli.command;

import dev.carabiner.display.Throwables;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.engine.check.Finding.Kind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What is found in the bundle of a console: looked for once, when it is first asked for, as hooks are called for it. The
 * bundle in force stays the same until the server ends, so the findings do, too.
 */
final class ServedFindings {

    /** A page that asks gets its figures soon, and the findings the next time. */
    private static final Duration PATIENCE = Duration.ofMillis(800);

    private final FutureTask<List<Finding>> check;
    private final AtomicBoolean begun = new AtomicBoolean();

    ServedFindings(Callable<List<Finding>> check) {
        this.check = new FutureTask<>(check);
    }

    /** Begins the check if nobody has, and waits for it a moment; null if it has not ended by then. */
    @Nullable
    List<Finding> soFar() {
        if (begun.compareAndSet(false, true)) {
            Thread.ofVirtual().name("carabiner-console-findings").start(check);
        }
        try {
            return check.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException e) {
            return List.of(failed(e.getCause() == null ? e : e.getCause()));
        }
    }

    private static Finding failed(Throwable cause) {
        return Finding.error(
                new Position("the bundle", 1),
                Kind.SETTINGS,
                "its hooks cannot be checked: " + Throwables.inWords(cause),
                "see what 'carabiner hooks validate' says");
    }
}
