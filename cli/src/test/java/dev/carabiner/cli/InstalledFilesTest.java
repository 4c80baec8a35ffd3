package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.cli.agent.AgentRegistration;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of every agent: what was in them stays in them, and is all that is in them afterwards. */
@Timeout(240)
class InstalledFilesTest extends InstallingCommands {

    /** Those whose file is a script, a plug-in or no JSON. */
    private static final Set<String> NO_JSON = Set.of("cline", "opencode", "kimi");

    private static final String MINE = "/usr/local/bin/mine";

    static Stream<String> agents() {
        return AgentRegistration.agents().stream();
    }

    static Stream<String> agentsWithJson() {
        return agents().filter(it -> !NO_JSON.contains(it));
    }

    private int run(String command, String agent) {
        return agent.equals("devin")
                ? carabiner(command, "--agent", agent, "--project")
                : carabiner(command, "--agent", agent);
    }

    /** What is in the user's home and project, without what is Carabiner's. */
    private Map<Path, String> files() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        for (Path root : List.of(home, project)) {
            try (Stream<Path> all = Files.walk(root)) {
                all.filter(Files::isRegularFile)
                        .filter(it -> !it.startsWith(home.resolve(".carabiner")))
                        .forEach(it -> files.put(it, read(it)));
            }
        }
        return files;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String guard() {
        return home.resolve(".carabiner/guard").toString();
    }

    /** The file with our hooks in it, and what it has then. */
    private Map.Entry<Path, String> written(String agent) throws IOException {
        return files().entrySet().stream()
                .filter(it -> it.getValue().contains(guard()))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @MethodSource("agents")
    void that_were_not_there_are_gone_again(String agent) throws Exception {
        run("install", agent);
        Map<Path, String> installed = files();
        assertThat(installed).isNotEmpty();
        run("install", agent);
        assertThat(files()).isEqualTo(installed);

        assertThat(run("uninstall", agent)).as(err()).isZero();
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("agentsWithJson")
    void with_hooks_and_settings_of_others_keep_them_and_are_put_back_to_the_byte(String agent) throws Exception {
        run("install", agent);
        Path file = written(agent).getKey();
        String others = written(agent).getValue().replace(guard(), MINE).replaceFirst("\\{", "{\"theme\": \"dark\",");
        run("uninstall", agent);
        for (String text : List.of(
                others,
                others.replace("\n", "\r\n"),
                others.replace("  ", "\t"),
                "\uFEFF" + others,
                EventDataJson.write(EventDataJson.read(others)),
                "{\"theme\": \"dark\"}")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            run("install", agent);
            String merged = Files.readString(file);
            assertThat(merged).contains(guard()).contains("dark");
            assertThat(count(merged, MINE)).isEqualTo(count(text, MINE));
            run("install", agent);
            assertThat(Files.readString(file)).isEqualTo(merged);

            assertThat(run("uninstall", agent)).as(err()).isZero();
            assertThat(Files.readString(file)).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @MethodSource("agentsWithJson")
    void that_were_changed_meanwhile_lose_our_hooks_only(String agent) throws Exception {
        run("install", agent);
        Path file = written(agent).getKey();
        EventData others = EventDataJson.read(written(agent).getValue().replace(guard(), MINE));
        run("uninstall", agent);
        Files.createDirectories(file.getParent());
        Files.writeString(file, EventDataJson.write(others));
        run("install", agent);
        Files.writeString(file, Files.readString(file).replaceFirst("\\{", "{\"later\": true,"));

        assertThat(run("uninstall", agent)).as(err()).isZero();
        assertThat(EventDataJson.read(Files.readString(file)).sameJsonAs(with(others, "later", true)))
                .as(Files.readString(file))
                .isTrue();
    }

    private static EventData with(EventData data, String key, Object value) {
        Map<String, Object> all = new HashMap<>();
        data.asMap().forEach(all::put);
        all.put(key, value);
        return EventData.of(all);
    }

    private static int count(String text, String part) {
        return (text.length() - text.replace(part, "").length()) / part.length();
    }

    @ParameterizedTest
    @MethodSource("agents")
    void that_cannot_be_read_are_not_touched_and_the_message_names_them(String agent) throws Exception {
        run("install", agent);
        Path file = written(agent).getKey();
        run("uninstall", agent);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "[ \u0000 nonsense");

        assertThat(run("install", agent)).isEqualTo(1);
        assertThat(err()).contains(file.toString(), "not touched");
        assertThat(Files.readString(file)).isEqualTo("[ \u0000 nonsense");
    }

    @Test
    void are_copied_for_their_owner_only() throws Exception {
        Path settings = home.resolve(".claude/settings.json");
        Files.createDirectories(settings.getParent());
        Files.writeString(settings, "{\"env\": {\"KEY\": \"secret\"}}");
        Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-------"));
        run("install", "claude");

        List<String> open = new ArrayList<>();
        try (Stream<Path> kept = Files.walk(home.resolve(".carabiner"))) {
            for (Path each : kept.toList()) {
                String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(each));
                if (!rights.endsWith("------")) {
                    open.add(rights + " " + each);
                }
            }
        }
        assertThat(open).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(settings)))
                .isEqualTo("rw-------");
    }
}
