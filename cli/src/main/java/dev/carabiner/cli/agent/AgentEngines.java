package dev.carabiner.cli.agent;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.bridge.front.Collected;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineBuilder;
import dev.carabiner.engine.Lockdown;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.engine.bundle.ModuleCatalog;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The engines of the policies that are in use, one for each bundle and place. */
final class AgentEngines implements AutoCloseable {

    private static final int MOST = 32;

    /**
     * An engine and where its questions are decided.
     *
     * @param policy names what it was made of, also to another process
     */
    record Loaded(Engine engine, ApprovalStore store, String policy) {}

    /** What an engine was made of; the machine's policy may change like any bundle. */
    private record Made(BundleFiles bundle, @Nullable BundleFiles policy) {

        /** The bundle's, which is quick; to have Java put one together takes longer than all that it would save. */
        @Override
        public int hashCode() {
            return bundle.hashCode();
        }
    }

    private final Surroundings here;
    private final Function<Path, BundleFiles> bundles;
    private final Path approvals;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Made, Loaded> loaded = new LinkedHashMap<>(MOST, 0.75f, true); // guarded by lock; last used, last
    private @Nullable ModuleCatalog catalog; // guarded by lock

    AgentEngines(Surroundings here, Function<Path, BundleFiles> bundles, Path approvals) {
        this.here = here;
        this.bundles = bundles;
        this.approvals = approvals;
    }

    /** The engine for those who work in a directory. A bundle or a policy that has changed since is loaded anew. */
    Loaded in(Path directory) {
        Path policy = ManagedPolicy.installed().file();
        Made made = new Made(bundles.apply(directory), policy == null ? null : BundleFiles.read(policy));
        lock.lock();
        try {
            Loaded known = loaded.get(made);
            if (known == null) {
                known = load(made);
                loaded.put(made, known);
                endOldest();
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** The sessions of an engine that is closed begin anew with their next event. */
    private void endOldest() {
        if (loaded.size() > MOST) {
            Map.Entry<Made, Loaded> oldest = loaded.entrySet().iterator().next();
            loaded.remove(oldest.getKey());
            oldest.getValue().engine().close();
        }
    }

    private Loaded load(Made made) {
        Engine engine = builder().approvalsIn(approvals).load(made.bundle());
        String policy = policy(made, engine);
        ApprovalStore kept = engine.approvalStore();
        if (kept != null) {
            return new Loaded(engine, kept, policy);
        }
        engine.close();
        ApprovalStore memory = ApprovalStore.inMemory();
        return new Loaded(builder().approvalStore(memory).load(made.bundle()), memory, policy);
    }

    /** Built-in bundles change with the program, and are not in the digest. */
    private static String policy(Made made, Engine engine) {
        BundleFiles machine = made.policy();
        return HookStart.version() + " " + engine.bundle().name() + " "
                + made.bundle().digest() + (machine == null ? "" : " " + machine.digest());
    }

    private EngineBuilder builder() {
        if (catalog == null) {
            catalog = ModuleCatalog.installed();
        }
        return Engine.builder()
                .catalog(catalog)
                .display(new Collected())
                .channels(List.of(new Waiting()))
                .environment(here.environment()::get)
                .lockdown(Lockdown.at(here.home()));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            loaded.values().forEach(it -> it.engine().close());
        } finally {
            lock.unlock();
        }
    }

    /** A question waits in the store, where {@code carabiner approvals} and the console find it. */
    private static final class Waiting implements ApprovalChannel {

        @Override
        public String name() {
            return "approvals";
        }

        @Override
        public AutoCloseable offer(PendingApproval pending) {
            return () -> {};
        }
    }
}
