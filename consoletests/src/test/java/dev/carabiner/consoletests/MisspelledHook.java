package dev.carabiner.consoletests;

import dev.carabiner.engine.PolicyCheck;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A hook that is only for the tools that its settings name, and a bundle in which that is a misspelled one. */
record MisspelledHook() implements HookModule {

    @Override
    public String name() {
        return "shell-guard";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of("tools", ConfigType.TEXTS);
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) {
        HookOptions options = HookOptions.forEvent("tool:pre")
                .name(name())
                .tools(config.texts("tools", List.of()).toArray(String[]::new));
        return mount.hooks().register(options, (event, data) -> HookResult.proceed());
    }

    /** One of the hook, and one of the bundle's rules: the first allows what the second denies. */
    static List<Finding> findings(Path directory) throws IOException {
        ApprovalRules rules = new ApprovalRules(RuleStore.inFile(directory.resolve("rules")), directory);
        InputPattern pattern = InputPattern.shell("command", "git log *");
        rules.add(ApprovalRule.allow("one", "*", "Bash", pattern));
        rules.add(ApprovalRule.deny("two", "*", "Bash", pattern));
        Path file = Files.writeString(directory.resolve("bundle.yaml"), """
                bundle: {name: team, version: 3}
                session: {rules: rules}
                hooks:
                  - module: shell-guard
                    config:
                      tools: [Bahs]
                """);
        return new PolicyCheck(ModuleCatalog.of(List.of(new MisspelledHook())), directory).of(BundleFiles.read(file));
    }
}
