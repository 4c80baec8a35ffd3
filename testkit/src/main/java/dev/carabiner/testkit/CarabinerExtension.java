package dev.carabiner.testkit;

import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a {@link TestSession} of its own, and closes it afterwards. A test asks for the session by a parameter,
 * or for a part of it: {@link ScriptedChannel}, {@link EventRecorder}, {@link RecordingDisplay}, {@link RecordingAuditLog},
 * {@link FakeClock}. All parameters of one test belong to one session.
 */
public final class CarabinerExtension implements ParameterResolver {

    private static final Namespace OWN = Namespace.create(CarabinerExtension.class);

    private static final Map<Class<?>, Function<Given, Object>> PARTS = Map.of(
            TestSession.class, Given::session,
            ScriptedChannel.class, Given::channel,
            EventRecorder.class, given -> given.session().events(),
            RecordingDisplay.class, given -> given.session().display(),
            RecordingAuditLog.class, given -> given.session().audit(),
            FakeClock.class, given -> given.session().clock());

    /** A session and its channel. The store of the test closes it. */
    private record Given(TestSession session, ScriptedChannel channel) implements AutoCloseable {

        static Given fresh() {
            ScriptedChannel channel = ScriptedChannel.answering();
            return new Given(TestSession.with(channel), channel);
        }

        @Override
        public void close() throws Exception {
            session.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return PARTS.containsKey(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        Given given = test.getStore(OWN).computeIfAbsent(Given.class, any -> Given.fresh(), Given.class);
        Function<Given, Object> part = PARTS.get(parameter.getParameter().getType());
        if (part == null) {
            throw new IllegalArgumentException(
                    "There is no " + parameter.getParameter().getType());
        }
        return part.apply(given);
    }
}
