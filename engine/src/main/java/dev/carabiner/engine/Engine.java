package dev.carabiner.engine;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleProblem;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.engine.store.LazyApprovals;
import dev.carabiner.engine.store.StorePlace;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A policy, ready to guard sessions: everything that a bundle mounts, without an agent. The host runs the agent, and asks
 * the session's coordinator before each tool call.
 *
 * <p>Any thread may begin sessions. Each has hooks, a conversation and a log of its own; approvals, rules and display are
 * the engine's.
 */
public final class Engine implements AutoCloseable {

    private final Bundle bundle;
    private final ManagedPolicy.Held managed;
    private final @Nullable Path policyFile;
    private final EnginePorts ports;
    private final @Nullable LazyApprovals approvals;
    private final Set<EngineSession> open = ConcurrentHashMap.newKeySet();

    Engine(Bundle bundle, ManagedPolicy.Held managed, @Nullable Path policyFile, EnginePorts ports) {
        this.bundle = bundle;
        this.managed = managed;
        this.policyFile = policyFile;
        this.ports = ports;
        this.approvals = ApprovalSetup.of(bundle.session(), ports);
    }

    /**
     * An engine with the installed hook modules and no approval system: questions are denied, unless a rule allows them.
     *
     * @throws dev.carabiner.engine.bundle.BundleException with everything that is wrong with the file
     */
    public static Engine load(Path bundleFile) {
        return builder().load(bundleFile);
    }

    /** For a host that brings more than a file. */
    public static EngineBuilder builder() {
        return new EngineBuilder();
    }

    /** What is in force: every setting of it, defaults included. */
    public Bundle bundle() {
        return bundle;
    }

    /**
     * Mounts the bundle's hooks and emits {@code session:start}, both on this thread, and returns when that is done.
     *
     * @param id the session's name in events and records
     * @param workingDirectory what hooks resolve relative paths against
     * @throws SessionException if a required hook cannot be mounted, or a hook denies the start; the session has ended
     *     then, and nothing of it stays mounted
     */
    public EngineSession begin(String id, Path workingDirectory) {
        return session(id, workingDirectory).begin();
    }

    /** The same for a host that brings a registry, a conversation or a log for this session. */
    public EngineSessionBuilder session(String id, Path workingDirectory) {
        return new EngineSessionBuilder(this, id, workingDirectory);
    }

    /**
     * What the modules find wrong with their settings. Each is mounted or made once in a session that is not used, and
     * taken away again; providers are left out, since they need keys.
     */
    public List<BundleProblem> checkSettings(Path workingDirectory) {
        return new SettingsTrial(ports.catalog(), workingDirectory, ports.display()).of(bundle);
    }

    /** Files that decide what is permitted: a host lets no tool write them, nor make those that do not exist. */
    public List<Path> closedFiles() {
        Stream<Path> store = approvals == null ? Stream.of() : approvals.place().files().stream();
        return Stream.concat(ClosedFiles.of(bundle, ports.catalog()).stream(), store)
                .toList();
    }

    /** Of the closed files, those that other processes write at any time: the database of approvals. */
    List<Path> liveFiles() {
        return approvals == null ? List.of() : approvals.place().liveFiles();
    }

    /** Closes the sessions that are still open. May be called twice. */
    @Override
    public void close() {
        open.forEach(EngineSession::close);
    }

    /** Whether the {@link Lockdown} that its sessions look for is on now: no tool call is permitted then. */
    public boolean isLocked() {
        return ports.lockdown().isOn();
    }

    /** The file of the managed policy that is in force; null if there is none. */
    public @Nullable Path policyFile() {
        return policyFile;
    }

    /** Where questions wait and rules are kept beyond the process; null if they do not, or in a store of the host's. */
    public @Nullable StorePlace approvalPlace() {
        return approvals == null ? null : approvals.place();
    }

    /** What of it the managed policy has brought. */
    ManagedPolicy.Held managed() {
        return managed;
    }

    /** Where the questions of all its sessions are decided; null if each session keeps its own in memory. */
    public @Nullable ApprovalStore approvalStore() {
        ApprovalStore own = ports.approvalStore();
        return own != null || approvals == null ? own : approvals.store();
    }

    /** Where questions wait, if they outlive the process; null if they do not, or the host has a store of its own. */
    @Nullable
    LazyApprovals approvals() {
        return approvals;
    }

    EnginePorts ports() {
        return ports;
    }

    void opened(EngineSession session) {
        open.add(session);
    }

    void closed(EngineSession session) {
        open.remove(session);
    }
}
