package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.engine.bundle.AuditKeys;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleException;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.bundle.RuleFile;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InputPattern;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import dev.carabiner.session.ToolGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ManagedPolicyTest {

    /** Asks about every tool call, in its own name. */
    private record Asker(String name) implements HookModule {

        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of("allow", ConfigType.TEXTS);
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            return mount.hooks().register("tool:pre", 0, name, (event, data) -> HookResult.ask("May it?"));
        }
    }

    @TempDir
    Path temp;

    private final List<String> shown = new ArrayList<>();
    private Path place;
    private EngineBuilder builder;

    @BeforeEach
    void make_a_place() throws IOException {
        place = Files.createDirectory(temp.resolve("etc")).resolve("policy.yaml");
        builder = Engine.builder()
                .catalog(ModuleCatalog.of(List.of(new Asker("guard"), new Asker("other"))))
                .display(message -> shown.add(message.text()))
                .policy(ManagedPolicy.at(place));
    }

    private void policy(String yaml) throws IOException {
        Files.writeString(place, "bundle: {name: policy}\n" + yaml);
    }

    private Engine engine(String yaml) throws IOException {
        return builder.load(Files.writeString(temp.resolve("bundle.yaml"), "bundle: {name: mine}\n" + yaml));
    }

    private Bundle inForce(String yaml) throws IOException {
        return engine(yaml).bundle();
    }

    private String at(int line) {
        return temp.resolve("bundle.yaml") + ":" + line + ": ";
    }

    @Nested
    class Its_hooks {

        @Test
        void come_first_and_others_are_added() throws IOException {
            policy("hooks: [guard]\n");

            Bundle bundle = inForce("hooks: [other]\n");

            assertThat(bundle.name()).isEqualTo("mine");
            assertThat(bundle.hooks()).extracting(HookSpec::module).containsExactly("guard", "other");
            assertThat(shown).isEmpty();
        }

        @Test
        void keep_their_settings_priority_timeout_and_failure_policy() throws IOException {
            policy("hooks: [{module: guard, config: {allow: [ls]}, priority: -5, on_failure: deny, required: true}]\n");

            HookSpec guard = inForce("""
                    hooks:
                      - module: guard
                        config: {allow: [rm]}
                        priority: 500
                        on_failure: continue
                        timeout: 1ms
                        required: false
                    """).hooks().getFirst();

            assertThat(guard.config())
                    .isEqualTo(new HookConfig(EventData.of("allow", List.of("ls")), -5, FailurePolicy.DENY, null));
            assertThat(guard.required()).isTrue();
            assertThat(shown)
                    .containsExactly(at(3)
                            + "config and on_failure and priority and required and timeout of guard stays as the"
                            + " managed policy says (" + place + ":2)");
        }

        @Test
        void keep_what_the_policy_leaves_to_the_module() throws IOException {
            policy("hooks: [guard]\n");

            HookSpec guard = inForce("hooks: [{module: guard, priority: 500, config: {allow: [rm]}, timeout: 1ms}]\n")
                    .hooks()
                    .getFirst();

            assertThat(guard.config()).isEqualTo(HookConfig.none());
            assertThat(shown).hasSize(1);
        }

        @Test
        void can_be_made_stricter() throws IOException {
            policy("hooks: [{module: guard, on_failure: continue, timeout: 5s}]\n");

            HookSpec guard = inForce("hooks: [{module: guard, on_failure: deny, required: true}]\n")
                    .hooks()
                    .getFirst();

            assertThat(guard.config())
                    .isEqualTo(new HookConfig(EventData.empty(), null, FailurePolicy.DENY, Duration.ofSeconds(5)));
            assertThat(guard.required()).isTrue();
            assertThat(shown).isEmpty();
        }

        @Test
        void that_are_not_installed_let_nothing_begin() throws IOException {
            policy("hooks: [missing]\n");

            assertThatThrownBy(() -> engine(""))
                    .isInstanceOf(BundleException.class)
                    .hasMessageContaining("missing");
        }
    }

    @Nested
    class Its_limits {

        @Test
        void can_be_lowered_and_not_raised() throws IOException {
            policy("session: {max_rounds: 20, injection_size_limit: 1000, instructions: Be careful.}\n");

            SectionValues session = inForce(
                            "session:\n  max_rounds: 100\n  injection_size_limit: 10\n  instructions: Be quick.\n")
                    .session();

            assertThat(session.get(SessionKeys.MAX_ROUNDS)).isEqualTo(20);
            assertThat(session.get(SessionKeys.INJECTION_SIZE)).isEqualTo(10);
            assertThat(session.get(SessionKeys.INSTRUCTIONS)).isEqualTo("Be careful.");
            assertThat(shown)
                    .containsExactlyInAnyOrder(
                            at(3) + "session.max_rounds stays 20, as the managed policy says (" + place + ":2)",
                            at(5) + "session.instructions stays Be careful., as the managed policy says (" + place
                                    + ":2)");
        }

        @Test
        void hold_where_a_bundle_says_nothing() throws IOException {
            policy("session: {max_rounds: 20, audit: {on_failure: continue}}\n");

            SectionValues session = inForce("").session();

            assertThat(session.get(SessionKeys.MAX_ROUNDS)).isEqualTo(20);
            assertThat(shown).isEmpty();
        }

        @Test
        void of_the_log_can_be_added_to() throws IOException {
            policy("session: {audit: {on_failure: deny, secrets: [card], anchors: [{directory: /theirs}]}}\n");

            SectionValues audit = inForce("session: {audit: {on_failure: continue, secrets: [pin]}}\n")
                    .session()
                    .get(SessionKeys.AUDIT);

            assertThat(audit.get(AuditKeys.ON_FAILURE)).isEqualTo(AuditFailurePolicy.DENY);
            assertThat(audit.get(AuditKeys.SECRETS)).containsExactly("card", "pin");
            assertThat(audit.get(AuditKeys.ANCHORS)).hasSize(1);
            assertThat(shown)
                    .containsExactly(at(2) + "session.audit.on_failure stays deny, as the managed policy says (" + place
                            + ":2)");
        }
    }

    @Nested
    class Its_rules {

        private void keep(Path file, ApprovalRule rule) {
            new ApprovalRules(RuleStore.inFile(file), temp).add(rule);
        }

        private ApprovalRule allow(String hook, String line) {
            return ApprovalRule.allow("rule", hook, "Bash", InputPattern.shell("command", line));
        }

        private boolean permits(EngineSession session, String command) {
            return session.coordinator().permitTool("Bash", Map.of("command", command)) instanceof ToolGate.Permitted;
        }

        @Test
        void hold_beside_the_bundles() throws IOException {
            policy("session: {rules: rules}\n");
            keep(temp.resolve("etc/rules"), allow("*", "git log *"));
            keep(temp.resolve("mine"), allow("*", "git status *"));

            Engine engine = engine("session: {rules: mine}\nhooks: [other]\n");

            assertThat(engine.bundle().session().get(SessionKeys.RULES))
                    .containsExactly(RuleFile.at(temp.resolve("etc/rules")), RuleFile.at(temp.resolve("mine")));
            try (EngineSession session = engine.begin("s-1", temp)) {
                assertThat(permits(session, "git log -1")).isTrue();
                assertThat(permits(session, "git status -s")).isTrue();
            }
        }

        @Test
        void alone_can_allow_what_a_hook_of_the_policy_asks() throws IOException {
            policy("session: {rules: rules}\nhooks: [guard]\n");
            keep(temp.resolve("etc/rules"), allow("guard", "git log *"));
            keep(temp.resolve("mine"), allow("*", "git *"));

            try (EngineSession session = engine("session: {rules: mine}\n").begin("s-1", temp)) {
                assertThat(permits(session, "git log -1")).isTrue();
                assertThat(permits(session, "git push")).isFalse();
            }
        }

        @Test
        void that_are_missing_let_nothing_begin() throws IOException {
            policy("session: {rules: rules}\n");

            assertThatThrownBy(() -> engine("")).hasMessageContaining("etc/rules cannot be looked at");
        }
    }

    @Nested
    class Its_file {

        @Test
        void is_named_in_the_record() throws IOException {
            policy("hooks: []\n");
            Engine engine = engine("");

            assertThat(engine.policyFile()).isEqualTo(place);
            EngineStage stage = new EngineStage();
            engine.session("s-1", temp).hooks(stage.hooks).begin().close();
            assertThat(stage.only("session:start").object("mount_plan").text("policy"))
                    .isEqualTo(place.toString());
        }

        @Test
        void that_is_gone_lets_nothing_begin() {
            assertThatThrownBy(() -> engine("")).isInstanceOf(BundleException.class);
        }

        @Test
        void that_others_can_write_lets_nothing_begin() throws IOException {
            policy("");
            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rw-rw-r--"));
            assertThatThrownBy(() -> engine("")).hasMessageContaining(place + " can be written by others");

            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rw-r--r--"));
            Files.setPosixFilePermissions(place.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
            assertThatThrownBy(() -> engine("")).hasMessageContaining(place.getParent() + " can be written by others");
        }

        @Test
        void may_include_others_that_are_as_safe() throws IOException {
            policy("includes: [more.yaml]\n");
            Path more = Files.writeString(place.resolveSibling("more.yaml"), "session: {max_rounds: 3}\n");
            assertThat(inForce("").session().get(SessionKeys.MAX_ROUNDS)).isEqualTo(3);

            Files.setPosixFilePermissions(more, PosixFilePermissions.fromString("rw-rw-rw-"));
            assertThatThrownBy(() -> engine("")).hasMessageContaining(more + " can be written by others");
        }
    }
}
