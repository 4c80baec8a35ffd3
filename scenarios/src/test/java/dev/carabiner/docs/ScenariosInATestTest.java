package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.hook.HookResult;
import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.runtime.offline.OfflineProviderModule;
import dev.carabiner.scenarios.Scenarios;
import dev.carabiner.scenarios.TestReport;
import dev.carabiner.scenarios.TextReport;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code on the page about scenarios. */
class ScenariosInATestTest {

    private static final HookModule GUARD = new HookModule() {
        @Override
        public String name() {
            return "guard";
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            return mount.hooks().register("tool:pre", (event, data) -> HookResult.deny("not here"));
        }
    };

    @Test
    void runs_them(@TempDir Path directory) throws Exception {
        Path folder = Files.createDirectories(directory.resolve("src/test/scenarios"));
        Files.writeString(
                folder.resolve("guard.yaml"),
                "hooks: [{module: guard}]\ncases: [{name: all, commands: {deny: [ls, rm x]}}]\n");
        AgentCatalog modules = AgentCatalog.of(List.of(GUARD), List.of(new OfflineProviderModule()), List.of());

        // snippet: scenarios-in-a-test
        Scenarios scenarios = Scenarios.read(List.of(Path.of("src/test/scenarios")), directory, modules);
        TestReport report = scenarios.run(name -> true);
        assertThat(report.passed()).as(TextReport.of(report, true)).isTrue();
        // end

        assertThat(report.cases()).hasSize(2);
    }
}
