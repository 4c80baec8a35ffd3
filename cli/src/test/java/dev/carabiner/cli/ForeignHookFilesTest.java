package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * Projects with hook files in the manner of those that people have for other agents, run as they are and looked at with
 * {@code carabiner explain --json}. Each directory of {@code foreign} is one; its {@code cases.jsonl} says what each hook
 * makes of which event.
 */
@Timeout(300)
class ForeignHookFilesTest extends TypedCommands {

    private static final Path PROJECTS = Path.of("src", "test", "resources", "foreign");

    @TestFactory
    Stream<DynamicContainer> each_hook_does_here_what_it_does_there() throws Exception {
        try (Stream<Path> found = Files.list(PROJECTS)) {
            return found.sorted().toList().stream().map(this::project);
        }
    }

    private DynamicContainer project(Path directory) {
        try {
            Stream<DynamicTest> tests = Files.readAllLines(directory.resolve("cases.jsonl")).stream()
                    .map(EventDataJson::read)
                    .map(it -> DynamicTest.dynamicTest(it.text("case"), () -> check(directory, it)));
            return DynamicContainer.dynamicContainer(directory.getFileName().toString(), tests);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check(Path directory, EventData expected) throws Exception {
        Path copy = copied(directory);
        Path bundle = Files.writeString(
                copy.resolve("bundle.yaml"), """
                bundle: {name: hooks, version: 1.0.0}
                hooks:
                  - module: foreign-hooks
                    required: true
                    config: {dialect: %s, files: %s}
                """.formatted(expected.text("dialect"), expected.get("files")));
        int code = carabiner(
                "explain",
                expected.text("event"),
                "--data",
                EventDataJson.write(expected.object("data")),
                "--bundle",
                bundle.toString(),
                "--cwd",
                copy.toString(),
                "--json");
        assertThat(code).as(err()).isZero();
        compare(EventDataJson.read(out()), expected);
    }

    private void compare(EventData explained, EventData expected) {
        assertThat(explained.text("action")).as(out()).isEqualTo(expected.text("action"));
        boolean failed = texts(explained, "runs", "failure").findAny().isPresent();
        assertThat(failed).as(out()).isEqualTo(Boolean.TRUE.equals(expected.get("failed")));
        if (expected.has("reason")) {
            assertThat(explained.text("reason")).isEqualTo(expected.text("reason"));
        }
        assertThat(texts(explained, "injections", "text").toList())
                .isEqualTo(expected.has("context") ? List.of(String.valueOf(expected.text("context"))) : List.of());
        if (expected.has("message")) {
            assertThat(texts(explained, "messages", "text").toList()).contains(expected.text("message"));
        }
        EventData after = explained.object("data");
        if (expected.has("output")) {
            assertThat(after.object("tool_result").get("output")).isEqualTo(expected.get("output"));
        }
        EventData input = expected.object("data").object("tool_input");
        if (input != null) {
            assertThat(after.get("tool_input"))
                    .isEqualTo(expected.has("input") ? expected.get("input") : input.asMap());
        }
    }

    private static Stream<String> texts(EventData explained, String list, String field) {
        return ((List<?>) explained.get(list))
                .stream()
                        .map(it -> ((Map<?, ?>) it).get(field))
                        .filter(java.util.Objects::nonNull)
                        .map(String::valueOf);
    }

    private Path copied(Path directory) throws IOException {
        Path copy = Files.createTempDirectory(temporary, "project").toRealPath();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = copy.resolve(directory.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target);
                boolean script = Files.readString(file).startsWith("#!");
                assertThat(!script || target.toFile().setExecutable(true)).isTrue();
            }
        }
        return copy;
    }
}
