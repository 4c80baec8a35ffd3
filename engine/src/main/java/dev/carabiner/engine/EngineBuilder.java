package dev.carabiner.engine;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.display.Display;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.engine.bundle.ModuleCatalog;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a host brings to an {@link Engine}. Each part has a default; a later call replaces an earlier one. */
public final class EngineBuilder {

    private @Nullable ModuleCatalog catalog;
    private List<ApprovalChannel> channels = List.of();
    private @Nullable ApprovalStore approvalStore;
    private @Nullable Path usualApprovals;
    private UnaryOperator<@Nullable String> environment = System::getenv;
    private @Nullable StandingAnswers rules;
    private Display display = Display.logging();
    private @Nullable Path auditDirectory;
    private Clock clock = Clock.systemUTC();
    private @Nullable ManagedPolicy policy;
    private Lockdown lockdown = Lockdown.ofUser();

    EngineBuilder() {}

    /** Where modules are found; otherwise what is on the class path. */
    public EngineBuilder catalog(ModuleCatalog newCatalog) {
        catalog = newCatalog;
        return this;
    }

    /** Who answers the questions of hooks. Without it, and without channels, they are denied. */
    public EngineBuilder approvals(ApprovalSystem system) {
        return channels(List.of(system));
    }

    /** The channels that questions are offered to, in this order: the first answer decides. */
    public EngineBuilder channels(List<? extends ApprovalChannel> newChannels) {
        channels = List.copyOf(newChannels);
        return this;
    }

    /**
     * Where questions are decided and grants are kept, whatever the bundle says; otherwise where the bundle says, or in
     * the memory of each session. The host closes it.
     */
    public EngineBuilder approvalStore(ApprovalStore store) {
        approvalStore = store;
        return this;
    }

    /**
     * The file in which questions, decisions and rules are kept where the bundle names no store, so that they outlive the
     * process. It is opened when a question comes up, and made where it is missing. Without
     * {@code carabiner-approvals} on the class path it is not used.
     */
    public EngineBuilder approvalsIn(Path file) {
        usualApprovals = file.toAbsolutePath().normalize();
        return this;
    }

    /** Where the password of the bundle's store is looked up; otherwise the environment of the process. */
    public EngineBuilder environment(UnaryOperator<@Nullable String> variables) {
        environment = variables;
        return this;
    }

    /** Answers that were given before the question. */
    public EngineBuilder rules(StandingAnswers answers) {
        rules = answers;
        return this;
    }

    /** Where messages of hooks are shown; otherwise the log of the program. */
    public EngineBuilder display(Display newDisplay) {
        display = newDisplay;
        return this;
    }

    /** Each session writes its audit log into the directory of its id below this one. Otherwise there is no log. */
    public EngineBuilder auditDirectory(Path directory) {
        auditDirectory = directory;
        return this;
    }

    /** What tells the time of events, records and decisions; otherwise the clock of the system. */
    public EngineBuilder clock(Clock newClock) {
        clock = newClock;
        return this;
    }

    /** What comes before the bundle; otherwise the policy of this machine, if it has one. */
    public EngineBuilder policy(ManagedPolicy newPolicy) {
        policy = newPolicy;
        return this;
    }

    /** What denies every tool call while it is on; otherwise the switch of the user that the process runs as. */
    public EngineBuilder lockdown(Lockdown newLockdown) {
        lockdown = newLockdown;
        return this;
    }

    /**
     * An engine for the bundle in a file that the user has named, with what it includes.
     *
     * @throws dev.carabiner.engine.bundle.BundleException with everything that is wrong with it
     */
    public Engine load(Path bundleFile) {
        return load(BundleFiles.read(bundleFile));
    }

    /** The same from files that have been read already, as those of a trusted project. */
    public Engine load(BundleFiles files) {
        return with(new BundleLoader(modules()).load(files));
    }

    /**
     * An engine for a bundle that has been loaded with the same modules, under the managed policy. What its user should
     * know about the bundle is shown on the display.
     *
     * @throws dev.carabiner.engine.bundle.BundleException if the managed policy cannot be used
     */
    public Engine with(Bundle bundle) {
        ManagedPolicy managed = policy == null ? ManagedPolicy.installed() : policy;
        ManagedPolicy.Held held = managed.over(bundle, modules());
        EnginePorts ports = new EnginePorts(
                modules(),
                channels,
                approvalStore,
                usualApprovals,
                environment,
                rules,
                display,
                auditDirectory,
                clock,
                lockdown);
        held.bundle().notices().forEach(notice -> ports.warn(notice.toString()));
        return new Engine(modules().withDefaults(held.bundle()), held, managed.file(), ports);
    }

    private ModuleCatalog modules() {
        if (catalog == null) {
            catalog = ModuleCatalog.installed();
        }
        return catalog;
    }
}
