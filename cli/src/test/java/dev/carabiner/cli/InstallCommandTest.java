package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.bridge.foreign.TomlDocument;
import dev.carabiner.cli.agent.AgentRegistration;
import dev.carabiner.cli.agent.ClaudeVersion;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.store.SessionMetadata;
import dev.carabiner.runtime.store.SessionStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code carabiner install}, {@code uninstall} and {@code doctor}. */
@Timeout(120)
class InstallCommandTest extends InstallingCommands {

    private Path settings() {
        return home.resolve(".claude/settings.json");
    }

    private void write(String text) throws Exception {
        Files.createDirectories(settings().getParent());
        Files.writeString(settings(), text);
    }

    /** Files as people have them. */
    static Stream<String> files() {
        String hook = "{\"hooks\": [{\"type\": \"command\", \"command\": \"./mine.sh\"}]}";
        List<String> all = new ArrayList<>(List.of(
                "{}",
                "{}\n",
                "",
                "\n",
                "{ }",
                "\uFEFF{}",
                "{\"model\": \"opus\"}",
                "{\r\n  \"model\": \"opus\"\r\n}\r\n",
                "{\n\t\"model\": \"opus\"\n}",
                "{\n    \"a\": {\"b\": [1, 2.50, 1e3, null, true, \"\\u00e9\"]}\n}\n",
                "{\"hooks\": {}}",
                "{\"hooks\": {\"PreToolUse\": []}}",
                "{\"hooks\": {\"PreToolUse\": [" + hook + "]}}",
                "{\"hooks\": {\"PreToolUse\": [" + hook + "," + hook + "], \"Stop\": [" + hook + "]}}",
                "{\"hooks\": {\"Notification\": [" + hook + "]}, \"env\": {\"A\": \"b\"}}",
                "{\"permissions\": {\"allow\": [\"Bash(ls:*)\"], \"deny\": []}}",
                "{\"a\":\"" + "x".repeat(300_000) + "\"}",
                "{\"unicode\": \"\u4f60\u597d \\ud83d\\ude00\"}",
                "{\"hooks\": {\"PreToolUse\": [{\"matcher\": \"Bash\", \"hooks\": []}]}}"));
        IntStream.range(0, 21)
                .forEach(
                        i -> all.add("{\"n" + i + "\": " + i + ", \"hooks\": {\"Event" + i + "\": [" + hook + "]}}\n"));
        return all.stream();
    }

    @Nested
    class A_file {

        @ParameterizedTest
        @MethodSource("dev.carabiner.cli.InstallCommandTest#files")
        void is_merged_once_and_put_back_to_the_byte(String text) throws Exception {
            write(text);
            carabiner("install", "--agent", "claude");
            String merged = Files.readString(settings());
            assertThat(merged).contains(home.resolve(".carabiner/guard").toString());
            keeps(text, merged);

            carabiner("install", "--agent", "claude");
            assertThat(out()).contains("nothing changes");
            assertThat(Files.readString(settings())).isEqualTo(merged);

            assertThat(carabiner("uninstall", "--agent", "claude")).as(err()).isZero();
            assertThat(Files.readString(settings())).isEqualTo(text);
        }

        /** Everything that was there is there. */
        private void keeps(String before, String after) {
            String plain = before.replace("\uFEFF", "").isBlank() ? "{}" : before.replace("\uFEFF", "");
            EventData old = EventDataJson.read(plain);
            EventData now = EventDataJson.read(after);
            old.asMap().forEach((key, value) -> {
                if (!key.equals("hooks")) {
                    assertThat(now.get(key)).isEqualTo(value);
                }
            });
            if (old.get("hooks") instanceof Map<?, ?> hooks) {
                hooks.forEach((event, list) -> assertThat(new ArrayList<Object>(
                                (List<?>) now.object("hooks").get(String.valueOf(event))))
                        .containsAll((List<?>) list));
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "[]",
                    "nonsense",
                    "{\"a\": 1,}",
                    "// mine\n{}",
                    "{\"hooks\": []}",
                    "{\"hooks\": {\"PreToolUse\": {}}}",
                    "{\"hooks\": \"x\"}",
                    "{} {}"
                })
        void that_cannot_be_read_is_not_touched(String text) throws Exception {
            write(text);

            assertThat(carabiner("install", "--agent", "claude")).isEqualTo(1);
            assertThat(err()).contains("settings.json").contains("not touched");
            assertThat(Files.readString(settings())).isEqualTo(text);
        }

        @Test
        void that_is_no_text_is_not_touched() throws Exception {
            Files.createDirectories(settings().getParent());
            Files.write(settings(), new byte[] {'{', (byte) 0xff, '}'});

            assertThat(carabiner("install", "--agent", "claude")).isEqualTo(1);
            assertThat(Files.readAllBytes(settings())).hasSize(3);
        }

        @Test
        void that_is_not_there_is_made_and_taken_away() {
            carabiner("install", "--agent", "codex");
            assertThat(home.resolve(".codex/hooks.json")).exists();
            assertThat(out()).contains("/hooks");

            carabiner("uninstall", "--agent", "codex");
            assertThat(home.resolve(".codex/hooks.json")).doesNotExist();
        }

        @Test
        void behind_a_link_is_changed_where_it_is() throws Exception {
            Path real = Files.writeString(temporary.resolve("real.json"), "{\"a\": 1}\n");
            Files.createDirectories(settings().getParent());
            Files.createSymbolicLink(settings(), real);

            carabiner("install", "--agent", "claude");
            assertThat(Files.isSymbolicLink(settings())).isTrue();
            assertThat(Files.readString(real)).contains("guard");
            carabiner("uninstall", "--agent", "claude");
            assertThat(Files.readString(real)).isEqualTo("{\"a\": 1}\n");
        }

        @Test
        void that_is_read_only_is_not_touched() throws Exception {
            write("{}");
            Files.setPosixFilePermissions(settings(), PosixFilePermissions.fromString("r--r--r--"));
            assertThat(carabiner("install", "--agent", "claude")).isEqualTo(1);
            assertThat(err()).contains("read-only", "chmod u+w");
            assertThat(Files.readString(settings())).isEqualTo("{}");

            Files.setPosixFilePermissions(settings(), PosixFilePermissions.fromString("rw-r-----"));
            carabiner("install", "--agent", "claude");
            String merged = Files.readString(settings());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(settings())))
                    .isEqualTo("rw-r-----");
            Files.setPosixFilePermissions(settings(), PosixFilePermissions.fromString("r--r-----"));
            assertThat(carabiner("uninstall", "--agent", "claude")).isEqualTo(1);
            assertThat(Files.readString(settings())).isEqualTo(merged);
        }

        @Test
        void in_a_directory_behind_a_link_is_changed_where_it_is() throws Exception {
            Path real = Files.createDirectories(temporary.resolve("dotfiles"));
            Files.writeString(real.resolve("settings.json"), "{}");
            Files.createDirectories(home);
            Files.createSymbolicLink(settings().getParent(), real);

            carabiner("install", "--agent", "claude");
            assertThat(Files.readString(real.resolve("settings.json"))).contains("guard");
            carabiner("uninstall", "--agent", "claude");
            assertThat(Files.readString(real.resolve("settings.json"))).isEqualTo("{}");
            assertThat(Files.isSymbolicLink(settings().getParent())).isTrue();
        }

        @ParameterizedTest
        @ValueSource(strings = {"nothing", "settings.json", "/dev/null", "."})
        void that_is_a_link_to_no_file_is_not_touched(String target) throws Exception {
            Files.createDirectories(settings().getParent());
            Files.createSymbolicLink(settings(), Path.of(target));

            assertThat(carabiner("install", "--agent", "claude")).isEqualTo(1);
            assertThat(err()).contains("not touched");
            assertThat(Files.readSymbolicLink(settings())).isEqualTo(Path.of(target));
        }

        @Test
        void that_was_changed_since_loses_our_hooks_and_nothing_else() throws Exception {
            write("{\"a\": 1}\n");
            carabiner("install", "--agent", "claude");
            Files.writeString(settings(), Files.readString(settings()).replace("\"a\": 1", "\"a\": 2"));

            carabiner("uninstall", "--agent", "claude");
            assertThat(EventDataJson.read(Files.readString(settings())).asMap())
                    .isEqualTo(EventData.of("a", 2).asMap());
        }

        @Test
        void that_was_changed_between_two_installations_keeps_the_change() throws Exception {
            write("{\"a\": 1}\n");
            carabiner("install", "--agent", "claude");
            String changed = Files.readString(settings())
                    .replace("\"a\": 1", "\"a\": 2")
                    .replace("\"SessionEnd\"", "\"SessionEndX\"");
            Files.writeString(settings(), changed);
            carabiner("install", "--agent", "claude"); // puts back what is missing
            assertThat(out()).contains("+ ").contains("\"SessionEnd\"");

            assertThat(carabiner("uninstall", "--agent", "claude")).as(err()).isZero();
            assertThat(Files.readString(settings())).contains("\"a\": 2");
        }

        @Test
        void is_only_looked_at_by_a_dry_run() throws Exception {
            write("{\"a\": 1}\n");

            assertThat(carabiner("install", "--agent", "claude", "--dry-run")).isZero();
            assertThat(out()).contains("+++ ", "+   \"hooks\": {").contains("PreToolUse");
            assertThat(Files.readString(settings())).isEqualTo("{\"a\": 1}\n");
            assertThat(home.resolve(".carabiner/guard")).doesNotExist();
        }
    }

    @Nested
    class Each_agent {

        @Test
        void is_registered_and_taken_out_again() throws Exception {
            for (String agent : AgentRegistration.agents()) {
                boolean project = agent.equals("devin");
                String[] words = project
                        ? new String[] {"install", "--agent", agent, "--project"}
                        : new String[] {"install", "--agent", agent};
                carabiner(words);
                assertThat(out()).as(agent + err()).contains("now asks Carabiner");
                words[0] = "uninstall";
                assertThat(carabiner(words)).as(agent + err()).isZero();
            }
            try (Stream<Path> left = Files.walk(home)) {
                assertThat(left.filter(Files::isRegularFile)
                                .filter(it -> !it.toString().contains(".carabiner")))
                        .allSatisfy(it -> assertThat(Files.readString(it)).doesNotContain("guard"));
            }
        }

        @Test
        void that_runs_a_script_by_its_name_gets_one_and_keeps_its_users() throws Exception {
            Path script = home.resolve(".cline/hooks/PreToolUse.sh");
            carabiner("install", "--agent", "cline");
            assertThat(script).isExecutable();
            assertThat(carabiner("uninstall", "--agent", "cline")).isZero();
            assertThat(script).doesNotExist();

            Files.writeString(script, "#!/bin/sh\nexit 0\n");
            assertThat(carabiner("install", "--agent", "cline")).isEqualTo(1);
            assertThat(err()).contains("PreToolUse.sh", "not touched");
            assertThat(carabiner("uninstall", "--agent", "cline")).isZero();
            assertThat(script).hasContent("#!/bin/sh\nexit 0\n");
        }

        @Test
        void that_runs_a_script_is_told_a_denial_when_what_that_runs_is_gone() throws Exception {
            carabiner("install", "--agent", "cline");
            Files.delete(home.resolve(".carabiner/guard"));
            Process script = new ProcessBuilder(
                            home.resolve(".cline/hooks/PreToolUse.sh").toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String said = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(EventDataJson.read(said).get("cancel")).isEqualTo(true);
            assertThat(script.waitFor()).isZero();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "# mine\nmodel = \"k2\" # fast\n",
                    "model = \"k2\"",
                    "a = 1\n\n[[hooks]]\nevent = \"Stop\"\ncommand = \"./mine.sh\"\n",
                    "[x]\ny = 1\n"
                })
        void whose_file_is_toml_has_it_merged_with_its_comments_and_put_back(String text) throws Exception {
            Path file = home.resolve(".kimi-code/config.toml");
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            carabiner("install", "--agent", "kimi");
            String merged = Files.readString(file);
            List<?> hooks = (List<?>) TomlDocument.read(merged).get("hooks");
            assertThat(String.valueOf(hooks.getFirst())).contains(".carabiner/guard kimi");
            assertThat(merged)
                    .contains("written by 'carabiner install'")
                    .contains(text.lines().findFirst().orElseThrow());
            carabiner("install", "--agent", "kimi");
            assertThat(Files.readString(file)).isEqualTo(merged);
            assertThat(carabiner("uninstall", "--agent", "kimi")).as(err()).isZero();
            assertThat(Files.readString(file)).isEqualTo(text);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"hooks = 1\n", "hooks = [{event = \"Stop\"}]\n", "a = ", "[a\n", "x = '''\n[[hooks]]\n'''\n"
                })
        void whose_toml_has_no_place_for_it_is_not_touched(String text) throws Exception {
            Path file = home.resolve(".kimi-code/config.toml");
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            assertThat(carabiner("install", "--agent", "kimi")).isEqualTo(1);
            assertThat(err()).contains("config.toml", "not touched");
            assertThat(file).hasContent(text);
        }

        @Test
        void that_wants_a_second_file_gets_it() {
            carabiner("install", "--agent", "goose");
            assertThat(home.resolve(".agents/plugins/carabiner/plugin.json")).exists();
            assertThat(out()).contains("plugin.json");
            carabiner("uninstall", "--agent", "goose");
            assertThat(home.resolve(".agents/plugins/carabiner/plugin.json")).doesNotExist();
        }

        @Test
        void that_is_not_known_is_told() {
            assertThat(carabiner("install", "--agent", "nonsense")).isEqualTo(2);
            assertThat(err()).contains("there is no agent \"nonsense\"", "claude, codex");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "2.1.295 (Claude Code), true",
        "2.1.317, true",
        "3.0.0, true",
        "2.1.294, false",
        "2.0.999, false",
        "nonsense, false",
        "'', false"
    })
    void only_a_claude_that_knows_the_switch_gets_it(String version, boolean knows) {
        assertThat(ClaudeVersion.knowsOnFailure(version)).isEqualTo(knows);
    }

    @Nested
    class The_doctor {

        @Test
        void says_how_to_begin() {
            assertThat(carabiner("doctor")).isZero();
            assertThat(out()).contains("carabiner install --agent claude");
        }

        @Test
        void tries_the_registered_command_and_says_that_it_does_not_work() throws Exception {
            write("{}");
            carabiner("install", "--agent", "claude");
            assertThat(carabiner("doctor")).isEqualTo(1);
            assertThat(out()).contains("Claude Code").contains("the registered command does not work");
        }

        @Test
        void sees_hooks_that_are_no_longer_complete_and_switches_that_are_off() throws Exception {
            write("{}");
            carabiner("install", "--agent", "claude");
            String text = Files.readString(settings());
            Files.writeString(
                    settings(),
                    text.replace("\"PreToolUse\"", "\"PreToolUseX\"")
                            .replaceFirst("\\{", "{\"disableAllHooks\": true,"));
            assertThat(carabiner("doctor")).isEqualTo(1);
            assertThat(out()).contains("not complete").contains("disableAllHooks");
        }

        @Test
        void sees_that_hooks_are_switched_off_in_another_file_of_the_agent() throws Exception {
            write("{}");
            carabiner("install", "--agent", "claude");
            Path local = project.resolve(".claude/settings.local.json");
            Files.createDirectories(local.getParent());
            Files.writeString(local, "{\"disableAllHooks\":true}");
            assertThat(carabiner("doctor")).isEqualTo(1);
            assertThat(out()).contains("disableAllHooks is on in " + local);
        }

        @Test
        void runs_the_very_line_that_is_registered() throws Exception {
            write("{}");
            carabiner("install", "--agent", "claude");
            Path ran = temporary.resolve("ran");
            String guard = home.resolve(".carabiner/guard").toString();
            Files.writeString(
                    settings(),
                    Files.readString(settings())
                            .replace("\"" + guard + " claude\"", "\"echo ran >" + ran + "; " + guard + " claude\""));
            carabiner("doctor");
            assertThat(ran).exists();
        }

        @Test
        void names_the_agents_whose_last_sessions_ran_without_a_canary() {
            SessionStore store = SessionStore.at(home.resolve(".carabiner/sessions"));
            Instant now = Instant.now();
            begun(store, "claude-old", now.minusSeconds(60), "Claude Code, NO CANARY: it answered: x");
            begun(store, "claude-new", now, "Claude Code, canary passed");
            begun(store, "windsurf-one", now, "Windsurf, no canary yet");
            begun(store, "s-1", now, "Windsurf, no canary yet"); // an own session of that name
            assertThat(carabiner("doctor")).isEqualTo(1);
            assertThat(out()).contains("windsurf-one").doesNotContain("claude-old", "claude-new", "s-1");
        }

        private void begun(SessionStore store, String id, Instant time, String name) {
            store.create(SessionMetadata.begin(id, time, home, "default").withName(name))
                    .close();
        }
    }
}
