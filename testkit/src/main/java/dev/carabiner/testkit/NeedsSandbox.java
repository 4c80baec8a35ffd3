package dev.carabiner.testkit;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Leaves tests out, and says so, where the system has no bubblewrap that works. It finds out by itself and not through the
 * code under test, which might be wrong about it. With {@code -Dcarabiner.sandbox=required} the tests fail instead.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsSandbox.Condition.class)
public @interface NeedsSandbox {

    /** The check. */
    final class Condition implements ExecutionCondition {

        private static final String PROBLEM = tried();

        /** Once in a JVM is enough. */
        private static final AtomicBoolean SAID = new AtomicBoolean();

        /** For JUnit. */
        public Condition() {}

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (PROBLEM.isEmpty()) {
                return enabled("bubblewrap works");
            }
            if (System.getProperty("carabiner.sandbox", "").equals("required")) {
                throw new AssertionError("The confinement tests must not be left out: " + PROBLEM);
            }
            if (SAID.compareAndSet(false, true)) {
                System.out.println("The confinement tests are left out: " + PROBLEM);
            }
            context.publishReportEntry("left out", PROBLEM);
            return disabled("nothing can be confined here: " + PROBLEM);
        }

        private static String tried() {
            if (!Files.isExecutable(Path.of("/usr/bin/bwrap"))) {
                return "bubblewrap is not installed (apt install bubblewrap)";
            }
            List<String> words = List.of(
                    "/usr/bin/bwrap",
                    "--unshare-user",
                    "--unshare-pid",
                    "--ro-bind",
                    "/",
                    "/",
                    "--proc",
                    "/proc",
                    "true");
            try {
                Process trial = new ProcessBuilder(words)
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.DISCARD)
                        .start();
                return trial.waitFor(20, TimeUnit.SECONDS) && trial.exitValue() == 0
                        ? ""
                        : "bubblewrap is installed and may not be used here";
            } catch (IOException e) {
                return "bubblewrap cannot be started: " + e.getMessage();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return "the trial was interrupted";
            }
        }
    }
}
