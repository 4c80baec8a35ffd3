package dev.carabiner.engine;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.engine.bundle.RuleFile;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.RuleStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The host's standing answers and those of the bundle's rule files: a denial of any holds before what another allows. */
record BundleRules(List<StandingAnswers> all) implements StandingAnswers {

    /**
     * Reads the rule files once, so that a session begins only if it knows them.
     *
     * @throws dev.carabiner.guard.rule.RuleStoreException if one of them cannot be read, or others can write it
     */
    static BundleRules of(List<RuleFile> files, Path workingDirectory, EnginePorts ports) {
        List<StandingAnswers> all = new ArrayList<>();
        if (ports.rules() != null) {
            all.add(ports.rules());
        }
        for (RuleFile file : files) {
            String content = file.trusted();
            if (content == null ? Files.notExists(file.path(), LinkOption.NOFOLLOW_LINKS) : content.isEmpty()) {
                ports.warn("There is no rule file " + file.path() + ", so it answers no question");
            }
            RuleStore store =
                    content == null ? RuleStore.inFile(file.path()) : RuleStore.ofContent(file.path(), content);
            all.add(new ApprovalRules(store, workingDirectory, ports.clock()));
        }
        return new BundleRules(all);
    }

    @Override
    public Ruling decide(ApprovalRequest request) {
        Ruling found = new Ruling.None();
        for (StandingAnswers answers : all) {
            Ruling ruling = answers.decide(request);
            if (ruling instanceof Ruling.Denied) {
                return ruling;
            }
            found = found instanceof Ruling.None ? ruling : found;
        }
        return found;
    }
}
