package dev.carabiner.springboot;

import dev.carabiner.host.Conversations;
import dev.carabiner.springai.CarabinerAdvisors;
import dev.carabiner.springai.GuardedTool;
import dev.carabiner.springai.UnguardedRequests;
import java.lang.System.Logger;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.resolution.ToolCallbackResolver;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Guards the beans through which tools run and models are asked, also those of the application. */
final class SeamGuard implements BeanPostProcessor {

    private static final Logger LOG = System.getLogger(SeamGuard.class.getName());

    private final ObjectProvider<Conversations> conversations;
    private final ObjectProvider<CarabinerProperties> properties;

    SeamGuard(ObjectProvider<Conversations> conversations, ObjectProvider<CarabinerProperties> properties) {
        this.conversations = conversations;
        this.properties = properties;
    }

    @Override
    public @Nullable Object postProcessAfterInitialization(Object bean, String name) {
        return switch (bean) {
            case ToolCallingManager manager -> CarabinerAdvisors.guarded(manager, conversations.getObject());
            case ToolCallbackResolver resolver -> guarded(resolver);
            case ChatModel model -> guarded(model, name);
            default -> bean;
        };
    }

    /** Tools that a manager finds by name are guarded as those that a request brings. */
    private static ToolCallbackResolver guarded(ToolCallbackResolver resolver) {
        return tool -> {
            ToolCallback found = resolver.resolve(tool);
            return found == null ? null : GuardedTool.of(found);
        };
    }

    /** A client that was made past the application's builder has a tool loop of its own; its requests are noticed here. */
    private Object guarded(ChatModel model, String name) {
        if (Modifier.isFinal(model.getClass().getModifiers())) {
            LOG.log(
                    Logger.Level.WARNING,
                    () -> "Model " + name + " is of a final class: clients without hooks are not noticed");
            return model;
        }
        boolean denies = properties.getObject().unguarded() == CarabinerProperties.Unguarded.DENY;
        ProxyFactory proxy = new ProxyFactory(model);
        proxy.setProxyTargetClass(true);
        proxy.addAdvice(new UnguardedRequests(conversations.getObject(), denies));
        return proxy.getProxy(model.getClass().getClassLoader());
    }
}
