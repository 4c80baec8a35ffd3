package dev.carabiner.hooks;

import dev.carabiner.hook.Registration;
import java.util.List;

/** The registrations of one module, taken away together. */
record Mounted(List<Registration> registrations) implements AutoCloseable {

    static Mounted of(Registration... registrations) {
        return new Mounted(List.of(registrations));
    }

    @Override
    public void close() {
        registrations.forEach(Registration::close);
    }
}
