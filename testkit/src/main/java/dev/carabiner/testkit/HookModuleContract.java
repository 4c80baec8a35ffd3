package dev.carabiner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.SessionCoordinator;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

/** What every hook module promises to those who mount it: it is found, it registers, and it leaves nothing behind. */
public abstract class HookModuleContract {

    /** A new module, as the service loader would make it. */
    protected abstract HookModule newModule();

    /** Settings that the module can be mounted with; none unless overridden. */
    protected HookConfig config() {
        return HookConfig.none();
    }

    /**
     * Mounts the module in a new session over these hooks. Closing what is returned takes it out again.
     *
     * @throws Exception if the module refuses to be mounted
     */
    protected final AutoCloseable mount(HookModule module, HookRegistry hooks) throws Exception {
        return SessionCoordinator.builder().hooks(hooks).build().mount(module, config());
    }

    @Test
    void its_name_is_one_that_a_bundle_can_hold() {
        assertThat(newModule().name()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
    }

    @Test
    void it_says_what_it_is_for() {
        assertThat(newModule().description()).isNotBlank();
    }

    @Test
    void the_service_loader_finds_it() {
        assertThat(ServiceLoader.load(HookModule.class))
                .anyMatch(found -> found.getClass().equals(newModule().getClass())
                        && found.name().equals(newModule().name()));
    }

    @Test
    void mounting_registers_and_closing_takes_everything_away() throws Exception {
        HookRegistry hooks = new HookRegistry();
        AutoCloseable mounted = mount(newModule(), hooks);
        assertThat(hooks.listHandlers()).isNotEmpty();

        mounted.close();

        assertThat(hooks.listHandlers()).isEmpty();
        assertThatCode(mounted::close).as("closing twice").doesNotThrowAnyException();
    }

    @Test
    void one_module_serves_several_sessions_apart() throws Exception {
        HookModule module = newModule();
        HookRegistry first = new HookRegistry();
        HookRegistry second = new HookRegistry();
        AutoCloseable mounted = mount(module, first);
        try (AutoCloseable other = mount(module, second)) {
            mounted.close();

            assertThat(first.listHandlers()).isEmpty();
            assertThat(second.listHandlers()).isNotEmpty();
        }
    }
}
