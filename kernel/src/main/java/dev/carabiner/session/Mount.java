package dev.carabiner.session;

import dev.carabiner.display.Display;
import dev.carabiner.hook.HookRegistrar;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a hook module gets of the session that it is mounted in. It can register handlers and contributors and show
 * messages; it can neither mint nor redeem permits, answer questions or write the record. Any thread may use it until the
 * module is unmounted.
 */
public interface Mount {

    /**
     * Where the module registers its handlers. What the bundle says of priority, failure policy and timeout holds for each
     * of them, whatever the module asks for. They are taken away when the module is unmounted.
     *
     * @see HookRegistrar
     */
    HookRegistrar hooks();

    /** The session's id. */
    String sessionId();

    /** Where the agent works. The host sets it, never the model; relative paths are resolved against it. */
    Path workingDirectory();

    /**
     * Whether what tools run in this session is confined by the system's sandbox. The host finds out before anything is
     * mounted, and it stays so; a guard then asks only about what needs the outside.
     */
    boolean isConfined();

    /**
     * Shows messages to the user, apart from any event. They are on the record, and come from {@code hook:} and the
     * module's name, whatever source they have.
     */
    Display display();

    /**
     * Offers something on a channel to those who collect from it. The supplier is asked anew each time, on the collecting
     * thread; one that throws is left out. It is taken away when the module is unmounted.
     */
    void registerContributor(String channel, String name, Supplier<?> supplier);

    /** What the channel's contributors have now, in registration order. */
    List<Object> collectContributions(String channel);
}
