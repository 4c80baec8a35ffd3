package dev.carabiner.springboot;

import dev.carabiner.engine.Engine;
import dev.carabiner.host.Conversations;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What operators see of the policy, where the application has Actuator: an endpoint, a health indicator and meters. */
@AutoConfiguration(
        after = CarabinerAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(Conversations.class)
@ConditionalOnProperty(prefix = "carabiner", name = "enabled", matchIfMissing = true)
public class CarabinerActuatorAutoConfiguration {

    /** Called by Spring. */
    public CarabinerActuatorAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class EndpointConfiguration {

        @Bean
        @ConditionalOnMissingBean(name = "carabinerEndpoint")
        @ConditionalOnAvailableEndpoint
        CarabinerEndpoint carabinerEndpoint(
                Engine engine, HookBeans own, Conversations conversations, Decisions decisions) {
            return new CarabinerEndpoint(engine, own, conversations, decisions);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    static class HealthConfiguration {

        @Bean
        @ConditionalOnMissingBean(name = "carabinerHealthIndicator")
        @ConditionalOnEnabledHealthIndicator("carabiner")
        HealthIndicator carabinerHealthIndicator(Engine engine, Conversations conversations) {
            return new CarabinerHealth(engine, conversations);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    @ConditionalOnBean(MeterRegistry.class)
    static class MeterConfiguration {

        @Bean
        @ConditionalOnMissingBean(name = "carabinerMeters")
        CarabinerMeters carabinerMeters(MeterRegistry registry, Conversations conversations, Decisions decisions) {
            return new CarabinerMeters(registry, conversations, decisions);
        }
    }
}
