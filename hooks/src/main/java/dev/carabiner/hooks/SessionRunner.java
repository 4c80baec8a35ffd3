package dev.carabiner.hooks;

import dev.carabiner.process.CommandRunner;
import dev.carabiner.session.Mount;
import java.util.function.Supplier;

/** The way in which the session of a hook runs programs. */
final class SessionRunner {

    private SessionRunner() {}

    /** To be asked before each run. Where the session is confined and offers no way, it throws. */
    static Supplier<CommandRunner> of(Mount mount) {
        return () -> CommandRunner.among(mount.collectContributions(CommandRunner.CHANNEL), mount.isConfined());
    }
}
