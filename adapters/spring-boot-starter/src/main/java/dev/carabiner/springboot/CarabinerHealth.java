package dev.carabiner.springboot;

import dev.carabiner.engine.Engine;
import dev.carabiner.host.Conversations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Up while the policy is in force; out of service while a lockdown denies every tool call. */
record CarabinerHealth(Engine engine, Conversations conversations) implements HealthIndicator {

    @Override
    public Health health() {
        boolean isLocked = engine.isLocked();
        Health.Builder health = isLocked ? Health.outOfService() : Health.up();
        return health.withDetail("bundle", engine.bundle().name())
                .withDetail("hooks", engine.bundle().hooks().size())
                .withDetail("conversations", conversations.size())
                .withDetail("lockdown", isLocked)
                .build();
    }
}
