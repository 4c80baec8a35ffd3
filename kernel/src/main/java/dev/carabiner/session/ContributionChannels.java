package dev.carabiner.session;

import dev.carabiner.display.Throwables;
import dev.carabiner.display.VisibleText;
import dev.carabiner.hook.AllOrNone;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What modules offer under the name of a channel, and what a collector gets: neither knows the other. */
final class ContributionChannels {

    private static final Logger LOG = System.getLogger(SessionCoordinator.class.getName());

    /** Compared by identity: two of the same name are two. */
    private static final class Contributor {
        private final String name;
        private final Supplier<?> supplier;

        Contributor(String name, Supplier<?> supplier) {
            this.name = name;
            this.supplier = supplier;
        }
    }

    private final Map<String, List<Contributor>> channels = new ConcurrentHashMap<>();

    /** Returns what takes the contributor away again. */
    Runnable register(String channel, String name, Supplier<?> supplier) {
        Objects.requireNonNull(name, "the name of a contributor");
        Objects.requireNonNull(supplier, () -> "the supplier of contributor " + name + " to " + channel);
        Contributor contributor = new Contributor(name, supplier);
        List<Contributor> all = channels.computeIfAbsent(channel, unused -> new CopyOnWriteArrayList<>());
        all.add(contributor);
        Runnable undo = () -> all.remove(contributor);
        AllOrNone.registered(undo);
        return undo;
    }

    List<Object> collect(String channel) {
        List<Object> contributions = new ArrayList<>();
        for (Contributor contributor : channels.getOrDefault(channel, List.of())) {
            Object contribution = ask(channel, contributor);
            if (contribution != null) {
                contributions.add(contribution);
            }
        }
        return List.copyOf(contributions);
    }

    private static @Nullable Object ask(String channel, Contributor contributor) {
        try {
            return contributor.supplier.get();
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            String who = VisibleText.inOneLine("Contributor " + contributor.name + " to " + channel);
            Throwables.log(LOG, Logger.Level.WARNING, who + " failed: " + Throwables.inWords(e), e);
            return null;
        }
    }
}
