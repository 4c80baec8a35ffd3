package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What hooks for another agent name is trusted with them, however they name it. */
class ForeignFilesTest extends ClonedProject {

    private void file(String name, String text) throws IOException {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private List<String> shown() {
        Trust.Untrusted state = (Trust.Untrusted) trust.foreign(project, List.of(".claude/settings.json"));
        return state.files().texts().keySet().stream().sorted().toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "$CLAUDE_PROJECT_DIR/.claude/hooks/a.sh",
                "bash \"${CLAUDE_PROJECT_DIR}/.claude/hooks/a.sh\"",
                "\"$CLAUDE_PROJECT_DIR\"/.claude/hooks/a.sh",
                "%CLAUDE_PROJECT_DIR%/.claude/hooks/a.sh",
                ".claude/hooks/a.sh --all"
            })
    void a_script_is_found_in_a_command(String command) throws IOException {
        file(".claude/hooks/a.sh", "exit 2\n");
        file(".claude/hooks/b.sh", "exit 2\n");
        file(".claude/settings.json", "{\"hooks\": \"" + command + "\"}");

        assertThat(shown()).containsExactly(".claude/hooks/a.sh", ".claude/settings.json");
    }

    @Test
    void what_a_script_takes_in_is_found_too() throws IOException {
        file(".claude/settings.json", "a.sh .claude/hooks/a.sh .claude/hooks/b.py .claude/hooks/c.js");
        file(".claude/hooks/a.sh", "source \"$HOOKS/common.sh\"\n");
        file(".claude/hooks/common.sh", "");
        file(".claude/hooks/b.py", "import json, rules\nfrom lib.words import all_of_them\n");
        file(".claude/hooks/rules.py", "");
        file(".claude/hooks/lib/__init__.py", "");
        file(".claude/hooks/lib/words.py", "");
        file(".claude/hooks/c.js", "const util = require('./util');\n");
        file(".claude/hooks/util.js", "");
        file(".claude/hooks/json.txt", "not named");

        assertThat(shown())
                .containsExactly(
                        ".claude/hooks/a.sh",
                        ".claude/hooks/b.py",
                        ".claude/hooks/c.js",
                        ".claude/hooks/common.sh",
                        ".claude/hooks/lib/__init__.py",
                        ".claude/hooks/lib/words.py",
                        ".claude/hooks/rules.py",
                        ".claude/hooks/util.js",
                        ".claude/settings.json");
    }
}
