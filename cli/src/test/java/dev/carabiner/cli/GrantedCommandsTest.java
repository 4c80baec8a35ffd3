package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.runtime.agent.AgentCatalog;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.agent.TurnResult;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.testkit.NeedsSandbox;
import dev.carabiner.testkit.ScriptedChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that need the outside, under the default bundle, with a real sandbox and real programs. */
@NeedsSandbox
@Timeout(120)
class GrantedCommandsTest {

    private static final String OUTSIDE = "runs outside the sandbox";

    @TempDir
    private Path temporary;

    private final List<EventData> results = new CopyOnWriteArrayList<>();
    private final String realHome = System.getProperty("user.home");
    private Path around;
    private Path project;
    private Path home;

    @BeforeEach
    void makeDirectories() throws Exception {
        around = temporary.toRealPath();
        project = Files.createDirectory(around.resolve("project"));
        home = Files.createDirectory(around.resolve("home"));
        System.setProperty("user.home", home.toString());
        git("init", "-q", ".");
    }

    @AfterEach
    void restoreHome() {
        System.setProperty("user.home", realHome);
    }

    private void git(String... words) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("git").directory(project.toFile());
        builder.command().addAll(List.of(words));
        assertThat(builder.start().waitFor()).isZero();
    }

    private @Nullable TurnResult run(ScriptedChannel human, String... lines) {
        HookRegistry hooks = new HookRegistry();
        hooks.on("tool:post", (event, data) -> {
            results.add(data);
            return null;
        });
        AgentCatalog catalog = AgentCatalog.installed();
        try (Session session = Session.builder()
                .catalog(catalog)
                .bundle(new BundleLoader(ModuleCatalog.installed()).builtIn("default"))
                .store(SessionStore.at(around.resolve("sessions")))
                .channels(List.of(human))
                .hooks(hooks)
                .workingDirectory(project)
                .start()) {
            TurnResult last = null;
            for (String line : lines) {
                last = session.prompt("run " + line);
            }
            return last;
        }
    }

    /** A program whose name says nothing about what it does. */
    private void script(String text) throws Exception {
        Files.writeString(project.resolve("script.py"), text + "\n");
    }

    private static List<String> prompts(ScriptedChannel human) {
        return human.asked().stream().map(ApprovalRequest::prompt).toList();
    }

    private EventData lastResult() {
        return results.getLast().object("tool_result");
    }

    private String settings() throws Exception {
        return Files.readString(project.resolve(".git/config"));
    }

    @Nested
    class Settings_of_the_repository {

        @Test
        void are_changed_by_git_with_a_yes_to_running_outside() throws Exception {
            ScriptedChannel human = ScriptedChannel.answering("Allow once", "Allow once");

            run(human, "git config user.name x", "git remote add origin https://example.test/x.git");

            assertThat(settings()).contains("name = x").contains("https://example.test/x.git");
            assertThat(prompts(human))
                    .hasSize(2)
                    .allSatisfy(prompt -> assertThat(prompt)
                            .contains(OUTSIDE)
                            .contains(project.resolve(".git/config").toString()));
            assertThat(results)
                    .allSatisfy(result -> assertThat(String.valueOf(result))
                            .contains("opened")
                            .contains(".git/config"));
        }

        @Test
        void stay_as_they_are_with_a_no() throws Exception {
            String before = settings();
            ScriptedChannel human = ScriptedChannel.answering("Deny");

            assertThat(run(human, "git config user.name x").denied()).isTrue();

            assertThat(settings()).isEqualTo(before);
            assertThat(results).isEmpty();
        }

        @Test
        void are_opened_for_that_call_only() throws Exception {
            ScriptedChannel human = ScriptedChannel.answering("Allow once", "Deny");

            script("open('.git/' + 'config', 'a').write('[evil]')");
            run(human, "git config user.name x", "python3 script.py");
            run(human, "git config user.name y");

            assertThat(settings()).contains("name = x").doesNotContain("evil").doesNotContain("name = y");
        }

        @Test
        void are_those_of_the_directory_above_for_a_command_in_a_subdirectory() throws Exception {
            Files.createDirectory(project.resolve("sub"));

            run(ScriptedChannel.answering("Allow once"), "cd sub && git config user.name x");

            assertThat(settings()).contains("name = x");
        }

        @Test
        void open_nothing_else_of_what_is_protected() throws Exception {
            Files.writeString(project.resolve(".env"), "KEY=1\n");

            script("open('.git/hooks/pre-commit', 'w')\nopen('.env', 'w')");
            run(ScriptedChannel.always("Allow once"), "git config user.name x; python3 script.py");

            assertThat(settings()).contains("name = x");
            assertThat(project.resolve(".env")).hasContent("KEY=1\n");
            assertThat(project.resolve(".git/hooks/pre-commit")).doesNotExist();
            assertThat(lastResult().text("output")).contains("Read-only file system");
        }
    }

    @Nested
    class What_lies_outside_the_workspace {

        @Test
        void is_written_with_a_yes_and_its_neighbours_directory_is_not() throws Exception {
            Path outside = Files.createDirectory(around.resolve("outside"));
            Path other = Files.createDirectory(around.resolve("other"));
            ScriptedChannel human = ScriptedChannel.answering("Allow once");

            script("open('../other/b.txt', 'w')");
            run(human, "echo granted > ../outside/a.txt; python3 script.py");

            assertThat(outside.resolve("a.txt")).hasContent("granted\n");
            assertThat(other).isEmptyDirectory();
            assertThat(prompts(human))
                    .singleElement()
                    .satisfies(it -> assertThat(it)
                            .contains(OUTSIDE)
                            .contains(outside.resolve("a.txt").toString()));
        }

        @Test
        void is_not_written_with_a_no_and_not_by_the_next_command() throws Exception {
            Path outside = Files.createDirectory(around.resolve("outside"));

            run(ScriptedChannel.answering("Deny"), "echo no > ../outside/a.txt");
            script("open('../outside/c', 'w')");
            run(ScriptedChannel.answering("Allow once"), "echo yes > ../outside/b.txt", "python3 script.py");

            assertThat(outside).isDirectoryContaining("glob:**/b.txt").isDirectoryNotContaining("glob:**/{a.txt,c}");
        }

        @Test
        void directly_in_the_home_directory_has_the_command_run_outside_altogether() throws Exception {
            ScriptedChannel human = ScriptedChannel.answering("Allow once");

            run(human, "cp .git/HEAD ../home/x");

            assertThat(home.resolve("x")).exists();
            assertThat(prompts(human))
                    .singleElement()
                    .satisfies(it -> assertThat(it).contains(OUTSIDE + ": "));
        }
    }

    @Nested
    class A_private_key {

        @Test
        void is_read_with_a_yes_and_the_others_are_not() throws Exception {
            Path keys = Files.createDirectories(home.resolve(".ssh"));
            Files.writeString(keys.resolve("id_ed25519"), "the key\n");
            Files.writeString(keys.resolve("id_rsa"), "another key\n");
            ScriptedChannel human = ScriptedChannel.answering("Allow once");

            run(human, "cat ../home/.ssh/id_ed25519; ls ../home/.ssh");

            assertThat(prompts(human))
                    .singleElement()
                    .satisfies(it -> assertThat(it)
                            .contains(OUTSIDE)
                            .contains(keys.resolve("id_ed25519").toString()));
            assertThat(lastResult().text("output")).contains("the key").doesNotContain("id_rsa");
        }
    }

    @Nested
    class A_command_that_starts_a_service {

        @Test
        void sees_the_host_with_a_yes_and_protected_files_are_put_back_all_the_same() throws Exception {
            Path program = Files.createDirectory(around.resolve("bin")).resolve("systemctl");
            Files.writeString(program, "#!/bin/sh\nreadlink /proc/self/ns/pid > \"$2\"\necho KEY=2 > .env\n");
            assertThat(program.toFile().setExecutable(true)).isTrue();
            Files.writeString(project.resolve(".env"), "KEY=1\n");
            ScriptedChannel human = ScriptedChannel.answering("Allow once");

            run(human, program + " start seen");

            assertThat(prompts(human))
                    .singleElement()
                    .satisfies(it -> assertThat(it).contains(OUTSIDE + ": "));
            assertThat(project.resolve("seen")).hasContent(Files.readSymbolicLink(Path.of("/proc/self/ns/pid")) + "\n");
            assertThat(project.resolve(".env")).hasContent("KEY=1\n");
            assertThat(lastResult().text("output")).contains("put back");
        }
    }

    @Nested
    class A_production_file {

        @Test
        void is_changed_in_place_and_by_replacing_it_with_a_yes() throws Exception {
            Files.writeString(project.resolve(".env"), "KEY=1\n");
            Files.writeString(project.resolve("b.env"), "KEY=1\n");
            ScriptedChannel human = ScriptedChannel.always("Allow once");

            run(human, "sed -i s/1/2/ .env b.env", "echo KEY=3 >> .env");

            assertThat(project.resolve(".env")).hasContent("KEY=2\nKEY=3\n");
            assertThat(project.resolve("b.env")).hasContent("KEY=2\n");
            assertThat(prompts(human).getFirst()).contains(".env").contains("b.env");
        }

        @Test
        void is_made_and_deleted_with_a_yes() throws Exception {
            Path directory = Files.createDirectory(project.resolve("config"));
            Files.writeString(directory.resolve(".env"), "KEY=1\n");

            run(ScriptedChannel.always("Allow once"), "echo KEY=1 > new.env", "rm -r config");

            assertThat(project.resolve("new.env")).hasContent("KEY=1\n");
            assertThat(directory).doesNotExist();
        }

        @Test
        void stays_as_it_is_with_a_no() throws Exception {
            Files.writeString(project.resolve(".env"), "KEY=1\n");

            run(ScriptedChannel.answering("Deny"), "echo KEY=2 > .env");

            assertThat(project.resolve(".env")).hasContent("KEY=1\n");
        }
    }

    @Test
    void a_plain_program_runs_inside_and_is_not_asked_about() {
        ScriptedChannel human = ScriptedChannel.answering();

        run(human, "touch made && ls", "git status --short");

        assertThat(prompts(human)).isEmpty();
        assertThat(project.resolve("made")).exists();
        assertThat(results).allSatisfy(it -> assertThat(String.valueOf(it)).doesNotContain("opened"));
    }
}
