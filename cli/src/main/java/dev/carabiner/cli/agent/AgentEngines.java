package dev.carabiner.cli.agent;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.bridge.front.Collected;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.Lockdown;
import dev.carabiner.engine.bundle.BundleFiles;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** The engines of the policies that are in use, one for each bundle. */
final class AgentEngines implements AutoCloseable {

    private static final int MOST = 16;

    /** An engine and where its questions are decided. */
    record Loaded(Engine engine, ApprovalStore store) {}

    private final Surroundings here;
    private final Function<Path, BundleFiles> bundles;
    private final Path approvals;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Map<String, ?>, Loaded> loaded = new LinkedHashMap<>(); // guarded by lock

    AgentEngines(Surroundings here, Function<Path, BundleFiles> bundles, Path approvals) {
        this.here = here;
        this.bundles = bundles;
        this.approvals = approvals;
    }

    /** The engine for those who work in a directory. A bundle that has changed since is loaded anew. */
    Loaded in(Path directory) {
        BundleFiles files = bundles.apply(directory);
        lock.lock();
        try {
            Loaded known = loaded.get(files.texts());
            if (known == null) {
                if (loaded.size() >= MOST) {
                    throw new IllegalStateException("More than " + MOST + " policies are in use; end some agents");
                }
                known = load(files);
                loaded.put(Map.copyOf(files.texts()), known);
            }
            return known;
        } finally {
            lock.unlock();
        }
    }

    private Loaded load(BundleFiles files) {
        Engine engine = Engine.builder()
                .display(new Collected())
                .channels(List.of(new Waiting()))
                .approvalsIn(approvals)
                .environment(here.environment()::get)
                .lockdown(Lockdown.at(here.home()))
                .load(files);
        ApprovalStore kept = engine.approvalStore();
        if (kept != null) {
            return new Loaded(engine, kept);
        }
        engine.close();
        ApprovalStore memory = ApprovalStore.inMemory();
        return new Loaded(
                Engine.builder()
                        .display(new Collected())
                        .channels(List.of(new Waiting()))
                        .approvalStore(memory)
                        .lockdown(Lockdown.at(here.home()))
                        .load(files),
                memory);
    }

    @Override
    public void close() {
        loaded.values().forEach(it -> it.engine().close());
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
