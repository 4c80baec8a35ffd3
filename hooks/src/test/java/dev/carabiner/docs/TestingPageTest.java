package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.testkit.CarabinerAssertions;
import dev.carabiner.testkit.CarabinerExtension;
import dev.carabiner.testkit.RecordingDisplay;
import dev.carabiner.testkit.TestSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What docs/testing.md shows beside its Java: what an assertion prints, the kinds of findings, a bundle with canaries. */
@ExtendWith(CarabinerExtension.class)
class TestingPageTest {

    private static String first(String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(Path.of("../docs/testing.md")))
                .results()
                .findFirst()
                .map(MatchResult::group)
                .orElse("");
    }

    @Test
    void an_assertion_that_fails_prints_what_the_page_shows(TestSession session) throws IOException {
        session.hooks().register(HookOptions.forEvent("tool:pre").name("guard"), (event, data) -> null);

        Throwable failure = catchThrowable(
                () -> CarabinerAssertions.assertThat(session.emit("tool:pre")).isDeniedBy("guard"));

        String shown = first("(?s)(?<=  ```text\n).*?(?=  ```)");
        assertThat(failure.getMessage().strip()).isEqualTo(shown.stripTrailing().stripIndent());
    }

    @Test
    void the_table_of_findings_has_each_kind() throws IOException {
        List<String> kinds =
                Arrays.stream(Finding.Kind.values()).map(Finding.Kind::id).toList();

        assertThat(first("(?s)\\| kind \\| what it finds \\|\n.*?\n\n")).contains(kinds);
    }

    @Test
    void the_bundle_with_canaries_begins_a_session_and_none_passes(@TempDir Path directory) throws IOException {
        String bundle = first("(?s)(?<=```yaml\n)session:\n  canary_interval.*?(?=```)");
        Path file = Files.writeString(directory.resolve("bundle.yaml"), "bundle: {name: canaries}\n" + bundle);
        RecordingDisplay display = new RecordingDisplay();
        try (Engine engine = Engine.builder()
                        .catalog(ModuleCatalog.installed())
                        .policy(ManagedPolicy.none())
                        .display(display)
                        .load(file);
                EngineSession session = engine.session("s-1", directory).begin()) {
            assertThat(session.isProven()).isTrue();
            assertThat(session.bundle().hooks().getFirst().canaries()).hasSize(4);
        }
        assertThat(display.texts()).noneMatch(text -> text.contains("canary"));
    }
}
