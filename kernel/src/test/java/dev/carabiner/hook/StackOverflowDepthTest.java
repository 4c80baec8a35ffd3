package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A stack overflow is a failure like any other, wherever in a nested emit it strikes. */
class StackOverflowDepthTest {

    private static final int SMALL_STACK = 1024 * 1024;

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    @Test
    void leaves_the_nesting_depth_right() throws InterruptedException {
        var deepest = new AtomicInteger();
        registry.register("a:b", (event, data) -> null);
        registry.register("a:deep", (event, data) -> HookResult.inject("" + overflowWhileEmitting(0)));

        Thread own = new Thread(null, () -> deepest.set(deepestAfterOverflows()), "small stack", SMALL_STACK);
        own.start();
        own.join();

        assertThat(deepest).hasValue(8);
    }

    private int deepestAfterOverflows() {
        for (int i = 0; i < 60; i++) {
            registry.emit("a:deep", Map.of());
        }
        return NestedEmits.deepestOn(registry);
    }

    /** Emits on every level of an endless recursion, so that the stack ends anywhere in an emit. */
    private int overflowWhileEmitting(int depth) {
        registry.emit("a:b", EventData.empty());
        return depth < 0 ? 0 : overflowWhileEmitting(depth + 1) + 1;
    }
}
