package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command does to the settings is seen, however it has done it. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class ShellSettingsTest {

    @TempDir
    private Path directory;

    private final List<EventData> violations = new ArrayList<>();

    private ToolResult bash(String command) throws Exception {
        Rig rig = new Rig(directory);
        rig.hooks.observe("policy:violation", (event, data) -> violations.add(data));
        return rig.run("Bash", "command", command);
    }

    @BeforeEach
    void given_settings() throws Exception {
        Files.createDirectories(directory.resolve(".carabiner/agents"));
        Files.writeString(directory.resolve(".carabiner/bundle.yaml"), "bundle: {name: a}\n");
        Files.writeString(directory.resolve(".carabiner/agents/one.yaml"), "x\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo 'bundle: {name: b}' > .carabiner/bundle.yaml",
                "touch .carabiner/new",
                "rm .carabiner/agents/one.yaml",
                "printf y | dd of=.carabiner/agents/one.yaml conv=notrunc status=none",
                "mv .carabiner gone",
                "mv .carabiner other; ln -s other .carabiner",
            })
    void a_change_makes_it_fail_and_is_reported(String command) throws Exception {
        ToolResult result = bash(command);

        assertThat(result.success()).isFalse();
        assertThat(result.output()).contains("settings that decide what an agent may do were changed", ".carabiner");
        assertThat(violations).singleElement().satisfies(it -> {
            assertThat(it.text("tool_name")).isEqualTo("Bash");
            assertThat(it.text("reason")).contains(".carabiner");
        });
    }

    @Test
    void a_change_from_nothing_is_one_too() throws Exception {
        bash("rm -r .carabiner");
        violations.clear();

        assertThat(bash("mkdir .carabiner && echo x > .carabiner/bundle.yaml").success())
                .isFalse();
        assertThat(violations).hasSize(1);
    }

    @Test
    void a_command_that_leaves_them_alone_is_not_accused() throws Exception {
        ToolResult result =
                bash("cat .carabiner/bundle.yaml; touch a .carabiner/bundle.yaml; mkdir -p .carabiner/sessions/s");

        assertThat(result.success()).isTrue();
        assertThat(result.output()).isEqualTo("bundle: {name: a}\n");
        assertThat(result.details().has("settings_changed")).isFalse();
        assertThat(violations).isEmpty();
    }
}
