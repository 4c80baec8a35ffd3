package dev.carabiner.springboot;

import dev.carabiner.hook.HookHandler;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.function.SingletonSupplier;

/** The application's own handlers: its beans with {@link CarabinerHook}. */
record HookBeans(List<Handler> handlers) {

    record Handler(String name, HookOptions options, HookHandler handler) {}

    /**
     * Each bean is made when it is asked first, and not before: it may need a chat client, which needs this.
     *
     * @throws BeanCreationException if a bean has the annotation and is no handler
     */
    static HookBeans in(ListableBeanFactory beans) {
        List<Handler> handlers = new ArrayList<>();
        for (String name : beans.getBeanNamesForAnnotation(CarabinerHook.class)) {
            CarabinerHook hook = beans.findAnnotationOnBean(name, CarabinerHook.class);
            if (hook == null || !beans.isTypeMatch(name, HookHandler.class)) {
                throw new BeanCreationException(name, "has @CarabinerHook and must implement HookHandler");
            }
            String known = hook.name().isEmpty() ? name : hook.name();
            HookOptions options =
                    HookOptions.forEvent(hook.value()).priority(hook.priority()).name(known);
            options = hook.tools().length == 0 ? options : options.tools(hook.tools());
            SingletonSupplier<HookHandler> bean = SingletonSupplier.of(() -> beans.getBean(name, HookHandler.class));
            handlers.add(new Handler(
                    known,
                    hook.guard() ? options.guard() : options,
                    (event, data) -> bean.obtain().handle(event, data)));
        }
        return new HookBeans(handlers);
    }

    /** Their names, as the record has them. */
    List<String> names() {
        return handlers.stream().map(Handler::name).toList();
    }

    void register(HookRegistry registry) {
        handlers.forEach(it -> registry.register(it.options(), it.handler()));
    }
}
