package dev.carabiner.adapter.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A policy means the same everywhere: the same script, tools and hooks give the same events, decisions and records in every
 * framework, but for names. What they are is kept as the runtime gave them.
 */
@Timeout(120)
public abstract class SameEverywhereContract {

    @TempDir
    Path temp;

    /** An agent of the framework with the scenario's tools, policy and model. */
    protected abstract ScenarioAgent agent(ScenarioStage stage) throws Exception;

    /** A line without what the framework calls otherwise, or says to its models by itself. */
    protected String named(String line) {
        return line;
    }

    /** Where the agent's log is; the directory of its only session by default. */
    protected Path log(Path logs) throws IOException {
        try (Stream<Path> all = Files.list(logs)) {
            return all.filter(it -> Files.isDirectory(it)).findFirst().orElseThrow();
        }
    }

    @Test
    void denied_modified_injected_asked_delegated_parallel_and_failing_calls() throws Exception {
        Play play = play("plain", false);

        assertThat(play.ran())
                .containsExactly(
                        "broken: x",
                        "look: east",
                        "look: north",
                        "look: south",
                        "note: [checked] draft",
                        "note: [checked] filed",
                        "pay: 12 EUR");
        same(play, "plain");
    }

    @Test
    void streamed_answers() throws Exception {
        same(play("streamed", true), "streamed");
    }

    private Play play(String part, boolean isStreaming) throws Exception {
        Path logs = Files.createDirectory(temp.resolve(part));
        ScenarioTools tools = new ScenarioTools();
        ScenarioScript script = ScenarioScript.of(part);
        ScenarioPolicy.SEEN.clear();
        List<String> said = new ArrayList<>();
        try (ScenarioAgent agent = agent(new ScenarioStage(script, tools, isStreaming, logs))) {
            for (ScenarioScript.Prompt prompt : script.prompts()) {
                long began = System.nanoTime();
                said.add(agent.ask(prompt.text()));
                if (prompt.text().equals("pay the bill")) {
                    assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(ScenarioStage.THINKING);
                }
                assertThat(said.getLast()).isEqualTo(prompt.says());
            }
        }
        return Play.of(List.copyOf(ScenarioPolicy.SEEN), log(logs), tools.ran(), said);
    }

    private void same(Play play, String part) throws IOException {
        if ("write".equals(System.getProperty("carabiner.scenario"))) {
            Path home = Path.of("src/main/resources/dev/carabiner/adapter/scenario");
            Files.write(home.resolve(part + "-events.txt"), play.events());
            Files.write(home.resolve(part + "-records.txt"), play.records());
        }
        assertThat(play.events().stream().map(this::named).toList())
                .containsExactlyElementsOf(kept(part + "-events.txt"));
        assertThat(play.records().stream().map(this::named).toList())
                .containsExactlyElementsOf(kept(part + "-records.txt"));
    }

    private static List<String> kept(String file) throws IOException {
        try (InputStream in = SameEverywhereContract.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
