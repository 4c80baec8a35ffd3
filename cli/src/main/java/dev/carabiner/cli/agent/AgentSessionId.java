package dev.carabiner.cli.agent;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The id here of an agent's session: the agent's name and its own id, or a digest of that if it is no name of a directory. */
final class AgentSessionId {

    private static final int LONGEST = 64;
    private static final int DIGITS = 16;

    private AgentSessionId() {}

    static String of(String agent, String session) {
        boolean plain = session.length() <= LONGEST && session.matches("[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?");
        return agent + "-" + (plain ? session : digest(session));
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
