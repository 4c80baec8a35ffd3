package dev.carabiner.langchain4j;

import dev.langchain4j.agentic.scope.AgenticScope;
import dev.langchain4j.invocation.InvocationContext;
import org.jspecify.annotations.Nullable;

/** What agents of one agentic system share. The module that has them need not be there. */
final class AgenticScopes {

    private static final boolean PRESENT = isPresent();

    private AgenticScopes() {}

    /** The id of the agentic system that an agent works in; null for a service on its own. */
    static @Nullable String idOf(InvocationContext invocation) {
        return PRESENT && invocation.managedParameters() != null ? Scope.idOf(invocation) : null;
    }

    private static boolean isPresent() {
        try {
            Class.forName("dev.langchain4j.agentic.scope.AgenticScope", false, AgenticScopes.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Loaded only where the module is. */
    private static final class Scope {

        static @Nullable String idOf(InvocationContext invocation) {
            return invocation.managedParameters().get(AgenticScope.class) instanceof AgenticScope scope
                    ? String.valueOf(scope.memoryId())
                    : null;
        }
    }
}
