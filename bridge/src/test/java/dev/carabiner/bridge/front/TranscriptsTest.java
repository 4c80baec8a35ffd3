package dev.carabiner.bridge.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.bridge.dialect.AgentEvent;
import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.Callers;
import dev.carabiner.bridge.dialect.Dialect;
import dev.carabiner.bridge.dialect.Dialects;
import dev.carabiner.bridge.dialect.EventRow;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.bridge.dialect.Occasion;
import dev.carabiner.bridge.dialect.Payload;
import dev.carabiner.bridge.dialect.PayloadReader;
import dev.carabiner.bridge.dialect.UnknownPayloadException;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What each agent sends at each event and what it is answered, as the agents' documentation has it; written by hand, not
 * made from the tables.
 */
class TranscriptsTest {

    private static final Path FILES = Path.of("src", "test", "resources", "transcripts");

    /** Those that differ with every call. */
    private static final Set<String> OF_THE_MOMENT = Set.of("timestamp", "transcript_path");

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicContainer> each_agent() throws Exception {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.sorted().toList().stream().map(this::agent);
        }
    }

    /** Those whose events are Claude Code's are shown at those that they document. */
    @Test
    void show_every_event_of_every_agent() throws IOException {
        Set<String> likeClaude = Set.of("droid", "augment", "devin", "grok", "kimi", "goose", "kiro");
        for (GuardedAgent agent : GuardedAgent.all()) {
            Set<String> shown = new TreeSet<>();
            for (String line : Files.readAllLines(FILES.resolve(agent.name() + ".jsonl"))) {
                EventData expected = EventDataJson.read(line);
                String named = expected.has("event") ? String.valueOf(expected.text("event")) : "";
                shown.add(PayloadReader.read(agent.dialect(), expected.object("in"), named)
                        .row()
                        .theirs());
            }
            Set<String> known = agent.dialect().events().stream()
                    .map(EventRow::theirs)
                    .filter(it -> !likeClaude.contains(agent.name()) || it.equals("PreToolUse"))
                    .filter(it -> !agent.name().equals("copilot") || Character.isLowerCase(it.charAt(0)))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(shown).as(agent.name()).containsAll(known);
        }
    }

    private DynamicContainer agent(Path file) {
        String name = file.getFileName().toString().replace(".jsonl", "");
        try {
            Stream<DynamicTest> tests = Files.readAllLines(file).stream()
                    .map(EventDataJson::read)
                    .map(it -> DynamicTest.dynamicTest(String.valueOf(it.text("case")), () -> check(name, it)));
            return DynamicContainer.dynamicContainer(name, tests);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check(String name, EventData expected) throws IOException {
        EventData payload = expected.object("in");
        assertThat(Callers.of(payload)).isEqualTo(expected.has("auto") ? expected.text("auto") : name);
        GuardedAgent agent = GuardedAgent.named(name);
        String named = expected.has("event") ? String.valueOf(expected.text("event")) : "";
        AgentEvent event = PayloadReader.read(agent.dialect(), payload, named);
        assertThat(event.row().ours()).isEqualTo(expected.text("here"));
        assertThat(event.directory()).isIn("/p", "");
        if (expected.has("data")) {
            expected.object("data")
                    .asMap()
                    .forEach((key, value) ->
                            assertThat(event.data().get(key)).as(key).isEqualTo(value));
        }
        Said said = answered(agent, event);
        assertThat(said.output().isEmpty() ? null : EventDataJson.read(said.output()))
                .isEqualTo(expected.object("out"));
        assertThat(said.exitCode()).isEqualTo(((Number) expected.get("exit")).intValue());
        assertThat(said.errors()).startsWith(expected.has("err") ? String.valueOf(expected.text("err")) : "");
        if (!Boolean.TRUE.equals(expected.get("oneway"))) {
            isWrittenAsItWasRead(agent.dialect(), event, payload);
        }
    }

    private Said answered(GuardedAgent agent, AgentEvent event) throws IOException {
        try (AgentStage stage = new AgentStage(agent, directory)) {
            return stage.answer(event);
        } catch (UnknownPayloadException e) {
            return AgentSession.denied(agent, event, String.valueOf(e.getMessage()));
        }
    }

    /** The other direction: a hook of that agent would be told the same. */
    private static void isWrittenAsItWasRead(Dialect dialect, AgentEvent event, EventData payload) {
        if (!Dialects.all().contains(dialect)) {
            return;
        }
        Occasion occasion = new Occasion(
                event.data(), event.session(), Path.of("/p"), Path.of("/p"), Path.of("/t.jsonl"), Instant.EPOCH);
        EventData written = Payload.of(dialect, event.row(), occasion);
        payload.asMap().forEach((key, value) -> {
            if (!OF_THE_MOMENT.contains(key)) {
                assertThat(written.get(key)).as(key).isEqualTo(value);
            }
        });
    }
}
