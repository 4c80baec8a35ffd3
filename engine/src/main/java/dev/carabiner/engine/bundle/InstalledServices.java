package dev.carabiner.engine.bundle;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** What {@link ServiceLoader} finds, without those that cannot be loaded. */
final class InstalledServices {

    /** A loader that does nothing but fail is asked no further. */
    private static final int MOST_FAILURES = 100;

    private InstalledServices() {}

    static <S> List<S> of(Class<S> type, ClassLoader loader, List<String> problems) {
        List<S> found = new ArrayList<>();
        Iterator<S> services = ServiceLoader.load(type, loader).iterator();
        int failures = 0;
        while (failures < MOST_FAILURES) {
            try {
                S service = nextOf(services);
                if (service == null) {
                    return found;
                }
                found.add(service);
            } catch (ServiceConfigurationError | LinkageError e) {
                failures++;
                problems.add("a " + type.getSimpleName() + " cannot be loaded: " + e.getMessage());
            }
        }
        return found;
    }

    private static <S> @Nullable S nextOf(Iterator<S> services) {
        return services.hasNext() ? services.next() : null;
    }
}
