package dev.carabiner.engine;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.engine.bundle.RuleFile;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.engine.store.StoredRules;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.guard.rule.RuleStoreException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Standing answers of a managed policy, and of the host and the bundle. A denial of any of them holds before what another
 * allows; and what a hook of the policy asks, only the policy's rules can allow.
 *
 * @param managed the policy's
 * @param asking the names of the policy's handlers
 */
record BundleRules(List<StandingAnswers> managed, List<StandingAnswers> others, Set<String> asking)
        implements StandingAnswers {

    /**
     * Those of an engine's bundle. The names of the policy's handlers are added as soon as they are mounted.
     *
     * @throws SessionException if a rule file cannot be read, or others can write it
     */
    static BundleRules of(Engine engine, String sessionId, Path workingDirectory) {
        List<RuleFile> files = engine.bundle().session().get(SessionKeys.RULES);
        try {
            List<RuleFile> managed = engine.managed().rules();
            List<RuleFile> others =
                    files.stream().filter(file -> !managed.contains(file)).toList();
            return new BundleRules(
                    in(managed, workingDirectory, engine.ports()),
                    ofHost(others, workingDirectory, engine),
                    ConcurrentHashMap.newKeySet());
        } catch (RuleStoreException e) {
            throw SessionException.failed(sessionId, "The approval rules cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * The rules in these files, which are read once now: a session begins only if it knows them.
     *
     * @throws RuleStoreException if one of them cannot be read, or others can write it
     */
    private static List<StandingAnswers> in(List<RuleFile> files, Path workingDirectory, EnginePorts ports) {
        List<StandingAnswers> all = new ArrayList<>();
        for (RuleFile file : files) {
            String content = file.trusted();
            if (content == null ? Files.notExists(file.path(), LinkOption.NOFOLLOW_LINKS) : content.isEmpty()) {
                ports.warn("There is no rule file " + file.path() + ", so it answers no question");
            }
            RuleStore store =
                    content == null ? RuleStore.inFile(file.path()) : RuleStore.ofContent(file.path(), content);
            all.add(new ApprovalRules(store, workingDirectory, ports.clock()));
        }
        return all;
    }

    /** The same with what the host itself answers, and with the rules that are kept beside the approvals. */
    private static List<StandingAnswers> ofHost(List<RuleFile> files, Path workingDirectory, Engine engine) {
        EnginePorts ports = engine.ports();
        List<StandingAnswers> all = in(files, workingDirectory, ports);
        if (engine.approvals() != null) {
            all.add(new StoredRules(engine.approvals(), workingDirectory, ports.clock()));
        }
        if (ports.rules() != null) {
            all.addFirst(ports.rules());
        }
        return all;
    }

    @Override
    public Ruling decide(ApprovalRequest request) {
        return decide(request, StandingAnswers::decide);
    }

    @Override
    public Ruling foresee(ApprovalRequest request) {
        return decide(request, StandingAnswers::foresee);
    }

    /** A wish that a policy's hook asked for is kept nowhere: what it asks, only the policy's rules can allow. */
    @Override
    public void wished(ApprovalRequest request, ApprovalDecision decision) {
        if (asking.contains(request.hook())) {
            throw new IllegalStateException("The managed policy asks this each time; no rule was made");
        }
        others.forEach(answers -> answers.wished(request, decision));
    }

    @Override
    public int count() {
        return managed.stream().mapToInt(StandingAnswers::count).sum()
                + others.stream().mapToInt(StandingAnswers::count).sum();
    }

    private Ruling decide(ApprovalRequest request, BiFunction<StandingAnswers, ApprovalRequest, Ruling> how) {
        Ruling ofPolicy = decide(managed, request, how);
        Ruling ofOthers = ofPolicy instanceof Ruling.Denied ? ofPolicy : decide(others, request, how);
        boolean mayAllow = !asking.contains(request.hook());
        return ofOthers instanceof Ruling.Denied || (ofPolicy instanceof Ruling.None && mayAllow) ? ofOthers : ofPolicy;
    }

    private static Ruling decide(
            List<StandingAnswers> all,
            ApprovalRequest request,
            BiFunction<StandingAnswers, ApprovalRequest, Ruling> how) {
        Ruling found = new Ruling.None();
        for (StandingAnswers answers : all) {
            Ruling ruling = how.apply(answers, request);
            if (ruling instanceof Ruling.Denied) {
                return ruling;
            }
            found = found instanceof Ruling.None ? ruling : found;
        }
        return found;
    }
}
