package dev.carabiner.springboot;

import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineBuilder;
import dev.carabiner.event.EventData;
import dev.carabiner.host.Conversations;
import dev.carabiner.springai.CarabinerAdvisors;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClientBuilderCustomizer;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Puts the chat clients of the application under the policy of {@code carabiner.policy}. Each bean backs off where the
 * application has one of its own; {@code carabiner.enabled=false} takes all of them away.
 */
@AutoConfiguration(beforeName = "org.springframework.ai.model.chat.client.autoconfigure.ChatClientAutoConfiguration")
@ConditionalOnClass(ChatClient.class)
@ConditionalOnProperty(prefix = "carabiner", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(CarabinerProperties.class)
public class CarabinerAutoConfiguration {

    /** Called by Spring. */
    public CarabinerAutoConfiguration() {}

    /** The policy. Without a file of that name the application does not start: no policy is not a permission. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Engine carabinerEngine(CarabinerProperties properties, ObjectProvider<EngineCustomizer> customizers) {
        EngineBuilder builder = Engine.builder();
        if (properties.auditDirectory() != null) {
            builder.auditDirectory(properties.auditDirectory());
        }
        customizers.orderedStream().forEach(it -> it.customize(builder));
        return builder.load(properties.policy());
    }

    @Bean
    @ConditionalOnMissingBean
    Decisions carabinerDecisions() {
        return new Decisions();
    }

    /** The application's own handlers, found once. */
    @Bean
    HookBeans carabinerHookBeans(ListableBeanFactory beans) {
        return HookBeans.in(beans);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Conversations carabinerConversations(
            Engine engine, CarabinerProperties properties, Decisions decisions, HookBeans own) {
        return Conversations.builder(engine)
                .workingDirectory(properties.workingDirectory().toAbsolutePath().normalize())
                .idleAfter(properties.idleAfter())
                .atMost(properties.maxConversations())
                .plan(EventData.of("framework", "spring-ai"))
                .hooks(registry -> {
                    own.register(registry);
                    decisions.watch(registry);
                })
                .build();
    }

    /** Gives every client of the application's builder the advisors around prompts and model requests. */
    @Bean
    @ConditionalOnMissingBean(name = "carabinerChatClientCustomizer")
    ChatClientBuilderCustomizer carabinerChatClientCustomizer(Conversations conversations) {
        return builder -> builder.defaultAdvisors(CarabinerAdvisors.aroundLoop(conversations));
    }

    /** Static, so that it exists before the beans that it guards. */
    @Bean
    static SeamGuard carabinerSeamGuard(
            ObjectProvider<Conversations> conversations, ObjectProvider<CarabinerProperties> properties) {
        return new SeamGuard(conversations, properties);
    }
}
