package dev.carabiner.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.event.EventData;
import dev.carabiner.session.HookConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProductionGuardTest {

    @TempDir
    private Path directory;

    @BeforeEach
    void set_up() throws Exception {
        Files.createDirectories(directory.resolve("production/web"));
        Files.createDirectories(directory.resolve("reproduction"));
        Files.createDirectories(directory.resolve("staging"));
        Files.createDirectories(directory.resolve("data"));
        Files.createSymbolicLink(directory.resolve("staging/live"), directory.resolve("production"));
        Files.createSymbolicLink(directory.resolve("staging/production"), directory.resolve("data"));
        Files.createSymbolicLink(directory.resolve("staging/dead"), directory.resolve("gone/file"));
    }

    private Rehearsal guarded(Object... settings) throws Exception {
        return new Rehearsal(directory, new ProductionGuard(), settings);
    }

    private Rehearsal answered(String answer) throws Exception {
        return new Rehearsal(directory, request -> answer, new ProductionGuard(), HookConfig.none());
    }

    @Nested
    class FilesOfProduction {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "production/app.properties",
                    "PRODUCTION/app.properties",
                    "pro\u200Bduction/app.properties",
                    "\uFF50roduction/app.properties",
                    "production/web/../app.properties",
                    "staging/../production/app.properties",
                    "staging/live/app.properties",
                    "staging/live/web/../app.properties",
                    "staging/production/app.properties",
                    "new/production/app.properties",
                    ".env",
                    "staging/prod.env",
                    "staging/.ENV",
                    ".env.local",
                })
        void are_asked_about_whatever_path_leads_to_them(String path) throws Exception {
            for (String tool : List.of("Write", "Edit", "MultiEdit", "write")) {
                Rehearsal rehearsal = guarded();
                assertThat(rehearsal.call(tool, "file_path", path))
                        .startsWith("User denied: Allow write to production file: ");
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"staging/app.properties", "reproduction/a.txt", "production-notes.txt", "environment"})
        void that_only_look_alike_are_not(String path) throws Exception {
            Rehearsal rehearsal = guarded();
            assertThat(rehearsal.write(path)).isEqualTo("permitted");
            assertThat(rehearsal.asked).isEmpty();
        }

        @Test
        void may_be_read() throws Exception {
            assertThat(guarded().call("Read", "file_path", "production/app.properties"))
                    .isEqualTo("permitted");
        }

        @Test
        void are_named_in_the_question_as_they_really_are() throws Exception {
            Rehearsal rehearsal = guarded();
            rehearsal.write("staging/live/a.txt");
            Path real = directory.toRealPath().resolve("production/a.txt");
            assertThat(rehearsal.asked.getFirst().prompt()).isEqualTo("Allow write to production file: " + real + "?");
            assertThat(rehearsal.asked.getFirst().options()).containsExactly("Allow once", "Allow always", "Deny");
        }

        @Test
        void cannot_deceive_by_their_names() throws Exception {
            Rehearsal rehearsal = guarded();
            rehearsal.write("production/a\n\u202Etxt");
            assertThat(rehearsal.asked.getFirst().prompt()).contains("production/a\\n\\u202Etxt");
        }

        @Test
        void are_written_after_a_yes() throws Exception {
            Rehearsal rehearsal = answered("Allow once");
            assertThat(rehearsal.write("production/a.txt")).isEqualTo("permitted");
            assertThat(rehearsal.records(ApprovalDecided.class)).singleElement().satisfies(decided -> {
                assertThat(decided.granted()).isTrue();
                assertThat(decided.hook()).isEqualTo("production-guard");
            });
        }

        @Test
        void are_asked_about_for_a_sub_agent_too() throws Exception {
            Rehearsal rehearsal = guarded();
            EventData input = EventData.of("file_path", "production/a", "content", "x");
            assertThat(Rehearsal.called(rehearsal.session.child("s-2").build(), "Write", input))
                    .startsWith("User denied: ");
        }
    }

    @Nested
    class Commands {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "echo x > production/app.properties",
                    "echo x >staging/live/app.properties",
                    "cp a production/",
                    "cp a PRODUCTION/b",
                    "cp --target-directory=production a",
                    "mv production away",
                    "rm prod*/app.properties",
                    "rm */app.properties",
                    "tee staging/prod.env",
                    "sed -i s/a/b/ .env",
                    "cat a | tee production/b",
                    "cat production/a > b; touch production/c",
                    "bash -c 'echo x > production/a'",
                    "echo x > \"$PWD/production/a\"",
                    "dd of=production/a",
                })
        void that_may_change_production_are_asked_about(String command) throws Exception {
            Rehearsal rehearsal = guarded();
            assertThat(rehearsal.run(command)).startsWith("User denied: Allow a command that may change /");
            assertThat(rehearsal.asked.getFirst().prompt()).contains("? ").endsWith(command);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "cat production/app.properties",
                    "ls production | wc -l",
                    "grep x .env 2>/dev/null",
                    "echo x > a",
                    "make build"
                })
        void that_only_look_or_are_about_something_else_are_not(String command) throws Exception {
            assertThat(guarded().run(command)).isEqualTo("permitted");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "rm -r deploy",
                    "mv deploy away",
                    "chmod -R 777 deploy",
                    "git rm -r deploy",
                    "find deploy -delete",
                    "rsync -a --delete empty/ deploy/",
                    "cp -ft.env a",
                    "sed -n 'w .env' a",
                })
        void that_take_production_along_are_asked_about(String command) throws Exception {
            Files.createDirectories(directory.resolve("deploy/eu/production"));
            assertThat(guarded().run(command)).startsWith("User denied: Allow a command that may change /");
        }

        @Test
        void that_take_along_what_has_none_are_not() throws Exception {
            Files.createDirectories(directory.resolve("build/a/b"));
            Files.createSymbolicLink(directory.resolve("build/link"), directory.resolve("production"));
            assertThat(guarded().run("rm -r build")).isEqualTo("permitted");
        }

        @Test
        void that_nobody_can_read_are_allowed_for_once_only() throws Exception {
            Rehearsal rehearsal = guarded();
            rehearsal.run("eval $x");
            rehearsal.run("eval $x > production/a");
            assertThat(rehearsal.asked)
                    .hasSize(2)
                    .allSatisfy(request -> assertThat(request.options()).containsExactly("Allow once", "Deny"));
        }

        @Test
        void that_nobody_can_read_are_asked_about_unless_another_guard_does() throws Exception {
            String command = "echo y > \"$TARGET\"";
            assertThat(guarded().run(command)).contains("which is not clear");
            assertThat(guarded("ask_unclear", false).run(command)).isEqualTo("permitted");
        }
    }

    @Nested
    class Settings {

        @Test
        void say_which_paths_by_name_by_place_and_with_stars() throws Exception {
            Rehearsal rehearsal =
                    guarded("replace", true, "paths", List.of("deploy/prod/**", "*.tf", "data/", "/srv/live"));
            for (String path : List.of(
                    "deploy/prod/a",
                    "DEPLOY/prod/x/y",
                    "main.tf",
                    "x/y.TF",
                    "data/x",
                    "staging/production/x",
                    "/srv/live/a")) {
                assertThat(rehearsal.write(path)).as(path).startsWith("User denied: ");
            }
            for (String path : List.of("deploy/test/a", "x/deploy/prod/a", "production/a", "tf", "/srv/lively")) {
                assertThat(rehearsal.write(path)).as(path).isEqualTo("permitted");
            }
        }

        @Test
        void keep_what_is_protected_anyway_unless_they_say_replace() throws Exception {
            assertThat(guarded("paths", List.of("secret")).write("production/a"))
                    .startsWith("User denied: ");
            assertThat(guarded("paths", List.of("secret")).write("secret/a")).startsWith("User denied: ");
            assertThat(guarded("replace", true, "paths", List.of("secret")).write("production/a"))
                    .isEqualTo("permitted");
        }

        @Test
        void hold_after_a_change_of_directory() throws Exception {
            Rehearsal rehearsal = guarded("paths", List.of("deploy/prod/**"));
            for (String command : List.of(
                    "cd deploy && touch prod/a", "cd deploy; cd prod; echo x > a", "git -C deploy checkout prod/a")) {
                assertThat(rehearsal.run(command)).as(command).startsWith("User denied: ");
            }
            assertThat(rehearsal.run("cd test && touch prod/a")).isEqualTo("permitted");
        }

        @Test
        void deny_asks_nobody() throws Exception {
            Rehearsal rehearsal = guarded("mode", "deny");
            assertThat(rehearsal.write("production/a")).startsWith("Production files are not changed here: /");
            assertThat(rehearsal.asked).isEmpty();
            assertThatThrownBy(() -> guarded("mode", "allow")).isInstanceOf(InvalidSettingException.class);
        }

        @Test
        void silence_is_a_no() throws Exception {
            HookConfig config = HookConfig.of(EventData.of("answer_within", "50ms"));
            Rehearsal rehearsal = new Rehearsal(
                    directory,
                    request -> {
                        Thread.sleep(Duration.ofMinutes(1));
                        return "Allow";
                    },
                    new ProductionGuard(),
                    config);
            assertThat(rehearsal.write("production/a")).startsWith("Approval timeout - denied by default");
        }
    }

    @Nested
    class WhenItFails {

        @Test
        void a_path_that_leads_nobody_knows_where_is_denied() throws Exception {
            Rehearsal rehearsal = answered("Allow once");
            assertThat(rehearsal.write("staging/dead")).startsWith("Guard production-guard unavailable");
            assertThat(rehearsal.asked).isEmpty();
        }

        @Test
        void a_call_without_a_path_is_denied_and_the_record_tells_it_apart() throws Exception {
            Rehearsal rehearsal = answered("Allow once");
            assertThat(rehearsal.call("Write", "content", "x")).startsWith("Guard production-guard unavailable");
            assertThat(rehearsal.call("Write", "file_path", List.of("a"))).startsWith("Guard production-guard");
            assertThat(rehearsal.call("Bash")).startsWith("Guard production-guard unavailable");
            assertThat(rehearsal
                            .records(Emitted.class)
                            .getFirst()
                            .runs()
                            .getFirst()
                            .failure())
                    .contains("no file_path");
        }
    }
}
