package dev.carabiner.process;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Leaves tests out, and says so, where the system has no sandbox that works. With {@code -Dcarabiner.sandbox=required} that
 * is a failure.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsSandbox.Condition.class)
@interface NeedsSandbox {

    final class Condition implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            Sandbox.Found found = Sandbox.find();
            if (found.sandbox() != null) {
                return enabled("confined by " + found.sandbox().name());
            }
            if (System.getProperty("carabiner.sandbox", "").equals("required")) {
                throw new AssertionError("The confinement tests cannot be left out: " + found.problem());
            }
            System.out.println("Left out, because nothing can be confined here: " + context.getDisplayName() + " ("
                    + found.problem() + ")");
            return disabled(found.problem());
        }
    }
}
