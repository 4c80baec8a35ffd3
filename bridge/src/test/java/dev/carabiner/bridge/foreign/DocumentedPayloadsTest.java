package dev.carabiner.bridge.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.bridge.dialect.AgentEvent;
import dev.carabiner.bridge.dialect.Dialects;
import dev.carabiner.bridge.dialect.EventRow;
import dev.carabiner.bridge.dialect.PayloadReader;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The payloads of each agent's documentation, written by hand, held against what a hook really finds on its standard input,
 * and read back as the event here. {@code beside} names the fields that the documentation does not show for an event.
 */
class DocumentedPayloadsTest {

    private static final Path FILES = Path.of("src", "test", "resources", "documented");

    @TempDir
    private Path temporary;

    /** One page: an event here with its data, and what their documentation shows. */
    private record Page(String dialect, String name, EventData text) {

        String event() {
            return name.replaceFirst("-.*", "");
        }

        EventData data(Path directory) {
            return filled("data", directory);
        }

        EventData payload(Path directory) {
            return filled("payload", directory);
        }

        private EventData filled(String key, Path directory) {
            return EventDataJson.read(EventDataJson.write(text.object(key))
                    .replace("<cwd>", directory.toString())
                    .replace("<session>", "s-1"));
        }
    }

    private static List<Page> pages(String dialect) throws IOException {
        try (Stream<Path> files = Files.list(FILES.resolve(dialect))) {
            List<Page> pages = new ArrayList<>();
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString().replace(".json", "");
                pages.add(new Page(dialect, name, EventDataJson.read(Files.readString(file))));
            }
            return pages;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "copilot", "cursor", "cline", "qwen"})
    void a_hook_finds_what_is_documented(String dialect) throws Exception {
        Path directory = temporary.toRealPath();
        Files.writeString(directory.resolve("known.txt"), "what it says\n");
        List<Page> pages = pages(dialect);
        List<String> events = pages.stream().map(Page::event).distinct().toList();
        List<String> differences = new ArrayList<>();
        try (ForeignStage stage = ForeignStage.of(directory, dialect, recorders(directory, dialect, events), "")) {
            for (Page page : pages) {
                Path got = directory.resolve(page.event() + ".got");
                Files.deleteIfExists(got);
                stage.emit(
                        String.valueOf(page.text().text("here")),
                        page.data(directory).with("of_a_later_version", true));
                if (Files.exists(got)) {
                    EventData told = EventDataJson.read(Files.readString(got));
                    assertThat(told.get("of_a_later_version")).as(page.name()).isEqualTo(true);
                    compare(page, page.payload(directory), told.without("of_a_later_version"), differences);
                } else {
                    differences.add(page.name() + ": its hook was not run");
                }
            }
        }
        assertThat(differences).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "gemini", "copilot", "cursor", "cline", "qwen"})
    void every_event_has_its_page(String dialect) throws Exception {
        List<String> events = Dialects.named(dialect).events().stream()
                .map(EventRow::theirs)
                .distinct()
                .toList();
        assertThat(pages(dialect).stream().map(Page::event).distinct().toList())
                .containsExactlyInAnyOrderElementsOf(events);
    }

    /** Hooks that write down what they are told, in the form of that agent's files. */
    private static String recorders(Path directory, String dialect, List<String> events) {
        if (dialect.equals("cline")) {
            events.forEach(event -> ForeignStage.write(
                            directory.resolve(".clinerules/hooks/" + event), "#!/bin/sh\ncat > " + event + ".got\n")
                    .toFile()
                    .setExecutable(true));
            return ".clinerules/hooks";
        }
        boolean flat = dialect.equals("cursor") || dialect.equals("copilot");
        String hooks = events.stream()
                .map(event ->
                        "\"%s\": [%s]".formatted(event, flat ? hook(event) : "{\"hooks\": [" + hook(event) + "]}"))
                .collect(Collectors.joining(",\n"));
        String file = flat ? ".hooks.json" : ".settings.json";
        ForeignStage.write(directory.resolve(file), "{\"version\": 1, \"hooks\": {" + hooks + "}}");
        return file;
    }

    private static String hook(String event) {
        return "{\"type\": \"command\", \"command\": \"cat > " + event + ".got\"}";
    }

    private static void compare(Page page, EventData expected, EventData got, List<String> differences) {
        differ(page.name(), expected.asMap(), got.asMap(), differences);
        List<?> beside = page.text().get("beside") instanceof List<?> list ? list : List.of();
        got.asMap().keySet().stream()
                .filter(key -> !expected.asMap().containsKey(key) && !beside.contains(key))
                .forEach(key -> differences.add(page.name() + ": " + key + " is not documented"));
        beside.stream()
                .filter(key -> !got.asMap().containsKey(key))
                .forEach(key -> differences.add(page.name() + ": " + key + " is not there"));
    }

    private static void differ(String where, Object expected, Object got, List<String> differences) {
        if (expected instanceof Map<?, ?> fields && got instanceof Map<?, ?> others) {
            fields.forEach((key, value) -> {
                if (others.containsKey(key)) {
                    differ(where + "." + key, value, others.get(key), differences);
                } else {
                    differences.add(where + "." + key + " is not there");
                }
            });
        } else if (!isAsShown(expected, got)) {
            differences.add(where + " is " + got + ", documented as " + expected);
        }
    }

    private static boolean isAsShown(Object expected, Object got) {
        return switch (String.valueOf(expected)) {
            case "<file>" -> got instanceof String path && Path.of(path).isAbsolute();
            case "<text>" -> got instanceof String text && !text.isBlank();
            case "<time>" -> got instanceof String text && Instant.parse(text).isAfter(Instant.EPOCH);
            case "<millis>" -> got instanceof Number number && number.longValue() > 1_700_000_000_000L;
            default -> EventData.of(one(expected)).sameJsonAs(EventData.of(one(got)));
        };
    }

    private static Map<String, Object> one(Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("value", value);
        return map;
    }

    @TestFactory
    Stream<DynamicTest> each_documented_payload_is_read_as_the_event_here() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (String dialect : List.of("claude", "codex", "gemini", "copilot", "cursor", "cline", "qwen")) {
            for (Page page : pages(dialect)) {
                tests.add(DynamicTest.dynamicTest(dialect + " " + page.name(), () -> readBack(page)));
            }
        }
        return tests.stream();
    }

    private static void readBack(Page page) {
        Path directory = Path.of("/p");
        EventData data = page.data(directory);
        AgentEvent read = PayloadReader.read(Dialects.named(page.dialect()), page.payload(directory), page.event());
        assertThat(read.row().ours()).isEqualTo(page.text().text("here"));
        if (data.has("prompt")) {
            assertThat(read.data().get("prompt")).isEqualTo(data.get("prompt"));
        }
        boolean patch = String.valueOf(page.payload(directory).get("tool_name")).equals("apply_patch");
        if (data.has("tool_name") && !patch) {
            assertThat(read.tool()).isEqualTo(page.name().equals("afterFileEdit") ? "Write" : data.text("tool_name"));
        }
    }
}
