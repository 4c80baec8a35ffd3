package dev.carabiner.consoletests;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Leaves tests out, and says so in one line, where there is no browser. With {@code -Dcarabiner.browser=required} the tests
 * fail instead.
 */
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsBrowser.Condition.class)
@interface NeedsBrowser {

    Path CHROMIUM = Path.of("/usr/bin/chromium");

    /** The check. */
    final class Condition implements ExecutionCondition {

        private static final AtomicBoolean SAID = new AtomicBoolean();

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (Files.isExecutable(CHROMIUM)) {
                return enabled("there is a browser");
            }
            if (System.getProperty("carabiner.browser", "").equals("required")) {
                throw new AssertionError("The tests in a browser must not be left out: there is no " + CHROMIUM);
            }
            if (!SAID.getAndSet(true)) {
                System.out.println("Left out: the console's tests in a browser; they need " + CHROMIUM
                        + " (apt install chromium)");
            }
            return disabled("there is no " + CHROMIUM);
        }
    }
}
