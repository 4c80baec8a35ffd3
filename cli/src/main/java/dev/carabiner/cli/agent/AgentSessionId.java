package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.runtime.store.SessionMetadata;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/** The id here of an agent's session: the agent's name and its own id, or a digest of that if it is no name of a directory. */
final class AgentSessionId {

    private static final int LONGEST = 64;
    private static final int DIGITS = 16;

    private AgentSessionId() {}

    static String of(String agent, String session) {
        boolean plain = session.length() <= LONGEST && session.matches("[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?");
        return agent + "-" + (plain ? session : digest(session));
    }

    /** The agent that a session was begun for; empty if it is one of this program's own. */
    static Optional<GuardedAgent> agentOf(SessionMetadata session) {
        return GuardedAgent.all().stream()
                .filter(it -> session.id().startsWith(it.name() + "-")
                        && session.name().startsWith(it.dialect().agent() + ","))
                .findFirst();
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
