package dev.carabiner.springboot;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application says of its policy, as {@code carabiner.*}.
 *
 * @param policy the bundle
 * @param auditDirectory where each session writes its log, in the directory of its id; null for no log
 * @param workingDirectory what hooks resolve relative paths against
 * @param idleAfter how long a conversation may be unused before its session ends
 * @param maxConversations how many conversations are kept
 * @param unguarded what happens to a request with tools that comes from a client without hooks
 */
@ConfigurationProperties("carabiner")
public record CarabinerProperties(
        @DefaultValue("policy.yaml") Path policy,
        @Nullable Path auditDirectory,
        @DefaultValue(".") Path workingDirectory,
        @DefaultValue("30m") Duration idleAfter,
        @DefaultValue("10000") int maxConversations,
        @DefaultValue("deny") Unguarded unguarded) {

    /** What happens to a request with tools that comes from a client without hooks. */
    public enum Unguarded {
        /** The answer says why nothing was sent. */
        DENY,
        /** It is sent, and {@code policy:violation} is emitted. */
        REPORT
    }
}
