package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EngineTest {

    /** Denies commands that begin with a word of its settings. */
    private record WordGuard() implements HookModule {

        @Override
        public String name() {
            return "word-guard";
        }

        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of("words", ConfigType.TEXTS);
        }

        @Override
        public AutoCloseable mount(Mount session, HookConfig config) {
            List<String> words = config.texts("words", List.of());
            if (words.isEmpty()) {
                throw new IllegalArgumentException("it has no words");
            }
            return session.hooks().on("tool:pre", (event, data) -> {
                EventData input = data.object("tool_input");
                boolean denied = words.stream()
                        .anyMatch(word -> String.valueOf(input.text("command")).startsWith(word));
                return denied ? HookResult.deny("not with these words") : null;
            });
        }
    }

    @TempDir
    Path temp;

    private final EngineBuilder builder = Engine.builder().catalog(ModuleCatalog.of(List.of(new WordGuard())));

    private Path policy(String words) throws IOException {
        return Files.writeString(
                temp.resolve("policy.yaml"),
                "bundle: {name: policy}\nhooks:\n  - {module: word-guard, required: true, config: {words: " + words
                        + "}}\n");
    }

    /** A loop that is not this project's, with tools of its own. */
    private static String foreignTool(SessionCoordinator hooks, String command) {
        return switch (hooks.permitTool("Bash", Map.of("command", command))) {
            case ToolGate.Permitted yes ->
                "ran " + hooks.redeem(yes.permit(), "Bash").text("command");
            case ToolGate.Refused no -> "refused: " + no.reason();
        };
    }

    @Test
    void a_bundle_without_provider_and_tools_guards_a_foreign_loop() throws IOException {
        try (Engine engine = builder.load(policy("[rm]"));
                EngineSession session = engine.begin("s-1", temp)) {
            assertThat(foreignTool(session.coordinator(), "ls")).isEqualTo("ran ls");
            assertThat(foreignTool(session.coordinator(), "rm -r .")).isEqualTo("refused: not with these words");
        }
    }

    @Test
    void one_engine_guards_many_sessions_each_with_its_own_hooks() throws IOException {
        try (Engine engine = builder.load(policy("[rm]"))) {
            EngineSession one = engine.begin("s-1", temp);
            EngineSession other = engine.begin("s-2", temp);
            one.close();

            assertThat(foreignTool(other.coordinator(), "rm x")).startsWith("refused");
            assertThat(other.coordinator().hooks().listHandlers("tool:pre").get("tool:pre"))
                    .containsExactly("lockdown", "hook-1");
        }
    }

    @Test
    void settings_are_tried_before_anything_depends_on_them() throws IOException {
        assertThat(builder.load(policy("[rm]")).checkSettings(temp)).isEmpty();
        assertThat(builder.load(policy("[]")).checkSettings(temp))
                .singleElement()
                .asString()
                .isEqualTo(temp.resolve("policy.yaml")
                        + ":3: the hook module word-guard cannot be used with these settings: it has no words");
    }
}
