package dev.carabiner.bridge.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.bridge.HookStage;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaFileTest {

    private static final String HANDLER = """
            import dev.carabiner.event.EventData;
            import dev.carabiner.hook.HookHandler;
            import dev.carabiner.hook.HookResult;

            public class NoFridays implements HookHandler {
                record Helper(String reason) {}

                @Override
                public HookResult handle(String event, EventData data) {
                    return HookResult.deny(new Helper("no deployment on " + data.get("day")).reason());
                }
            }
            """;

    @TempDir
    private Path directory;

    private HookStage stage(String source) {
        HookStage.write(directory.resolve("hooks/NoFridays.java"), source);
        return HookStage.of(directory, "  - {java: hooks/NoFridays.java, required: true}\n");
    }

    @Test
    void a_handler_in_one_file_is_compiled_and_called_under_the_name_of_the_file() {
        try (HookStage stage = stage(HANDLER)) {
            assertThat(stage.emit("tool:pre", "day", "Friday").reason()).isEqualTo("no deployment on Friday");
            assertThat(HookStage.runs(stage.emit("tool:pre", "day", "Friday")))
                    .singleElement()
                    .satisfies(run -> assertThat(run.name()).isEqualTo("NoFridays"));
        }
    }

    @Test
    void a_module_in_one_file_has_its_own_settings() {
        HookStage.write(directory.resolve("Mine.java"), """
                import dev.carabiner.hook.*;
                import dev.carabiner.session.*;

                public class Mine implements HookModule {
                    public String name() { return "mine"; }

                    public AutoCloseable mount(Mount mount, HookConfig config) {
                        return mount.hooks().register("prompt:submit", 0, "mine",
                                (event, data) -> HookResult.deny(config.text("why", "?")));
                    }
                }
                """);
        try (HookStage stage =
                HookStage.of(directory, "  - {java: Mine.java, required: true, settings: {why: because}}\n")) {
            assertThat(stage.emit("prompt:submit", "prompt", "x").reason()).isEqualTo("because");
        }
    }

    @Test
    void a_mistake_is_told_with_line_and_fix() {
        assertThatThrownBy(() -> stage(HANDLER.replace("import dev.carabiner.hook.HookResult;", "")))
                .hasMessageContaining("NoFridays.java:")
                .hasMessageContaining("→ add: import dev.carabiner.hook.HookResult;");
        assertThatThrownBy(() -> stage("import org.example.Missing;\n" + HANDLER))
                .hasMessageContaining("NoFridays.java:1: package org.example does not exist")
                .hasMessageContaining("class_path:");
        assertThatThrownBy(() -> stage("public class NoFridays {}"))
                .hasMessageContaining("let it implement dev.carabiner.hook.HookHandler");
        assertThatThrownBy(() -> stage(HANDLER.replace("class NoFridays", "class Other")))
                .hasMessageContaining("name the file Other.java");
    }

    @Test
    void a_jar_beside_it_is_used_when_class_path_names_it_and_asked_for_when_it_does_not() throws Exception {
        jar();
        HookStage.write(directory.resolve("UsesJar.java"), """
                import dev.carabiner.event.EventData;
                import dev.carabiner.hook.*;

                public class UsesJar implements HookHandler {
                    public HookResult handle(String event, EventData data) {
                        return HookResult.deny(team.rules.Rules.why());
                    }
                }
                """);
        try (HookStage stage =
                HookStage.of(directory, "  - {java: UsesJar.java, required: true, class_path: [rules.jar]}\n")) {
            assertThat(stage.emit("tool:pre").reason()).isEqualTo("from the jar");
        }
        assertThatThrownBy(() -> HookStage.of(directory, "  - {java: UsesJar.java, required: true}\n"))
                .hasMessageContaining("UsesJar.java:6")
                .hasMessageContaining("team.rules");
        assertThatThrownBy(() ->
                        HookStage.of(directory, "  - {java: UsesJar.java, required: true, class_path: [other.jar]}\n"))
                .hasMessageContaining("other.jar");
    }

    private void jar() throws Exception {
        Path source = HookStage.write(directory.resolve("jar/team/rules/Rules.java"), """
                package team.rules;

                public final class Rules {
                    public static String why() { return "from the jar"; }
                }
                """);
        int code = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, "-d", directory.resolve("classes").toString(), source.toString());
        assertThat(code).isZero();
        code = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(
                        System.out,
                        System.err,
                        "--create",
                        "--file",
                        directory.resolve("rules.jar").toString(),
                        "-C",
                        directory.resolve("classes").toString(),
                        ".");
        assertThat(code).isZero();
    }

    @Test
    void a_file_that_is_not_there_is_told() {
        assertThatThrownBy(() -> HookStage.of(directory, "  - {java: Nowhere.java, required: true}\n"))
                .hasMessageContaining("there is no file");
    }
}
