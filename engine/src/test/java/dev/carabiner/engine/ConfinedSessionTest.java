package dev.carabiner.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Finished;
import dev.carabiner.process.Opening;
import dev.carabiner.process.ProtectedPlace;
import dev.carabiner.process.SandboxMode;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.testkit.NeedsSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands of a session that is confined as a bundle says, with real processes. */
@NeedsSandbox
@Timeout(120)
class ConfinedSessionTest {

    @TempDir
    Path temporary;

    private final EngineStage stage = new EngineStage();
    private Path workspace = Path.of("");
    private EngineSession session;

    @BeforeEach
    void begin() throws IOException {
        workspace = Files.createDirectory(temporary.toRealPath().resolve("workspace"));
        stage.module("env-guard", SectionValues.NONE, mount -> {
            ProtectedPlace names =
                    path -> String.valueOf(path.getFileName()).startsWith(".env") || path.endsWith("vendor/.git");
            mount.registerContributor(ProtectedPlace.CHANNEL, "env-guard", () -> names);
            mount.hooks().observe("tool:pre", (event, data) -> {});
            return () -> {};
        });
        session = stage.engine()
                .session("s-1", workspace)
                .hooks(stage.hooks)
                .confinesTools()
                .begin();
    }

    @AfterEach
    void end() {
        session.close();
    }

    private static CommandRunner runner(SessionCoordinator coordinator) {
        return CommandRunner.among(coordinator.collectContributions(CommandRunner.CHANNEL), false);
    }

    private Finished run(String line, Path... opened) throws Exception {
        Command command = Command.of(List.of("/bin/bash", "-c", line), workspace);
        return runner(session.coordinator()).run(command, new Opening(Set.of(opened), Set.of(), false));
    }

    private void repository() throws Exception {
        Finished made = run("git init -q . && git config --list --local | head -1");
        assertThat(made.succeeded()).as(made.output()).isTrue();
    }

    @Nested
    class A_protected_path {

        @Test
        void that_exists_is_read_only_however_a_command_writes() throws Exception {
            Files.writeString(workspace.resolve(".env"), "KEY=1\n");
            Files.createDirectory(workspace.resolve("other"));
            Files.writeString(workspace.resolve("other/.env"), "KEY=9\n");
            Files.writeString(workspace.resolve("change.patch"), """
                    --- a/.env
                    +++ b/.env
                    @@ -1 +1 @@
                    -KEY=1
                    +KEY=2
                    """);

            Finished finished = run("""
                    git apply change.patch; patch -p1 < change.patch; cp other/.env .env; cp -rf other/. .
                    python3 -c "open('.env','w').write('KEY=3')"; sed -i s/1/4/ .env; tee .env < change.patch; rm -f .env; true""");

            assertThat(workspace.resolve(".env")).hasContent("KEY=1\n");
            assertThat(finished.putBack()).isEmpty();
        }

        @Test
        void that_did_not_exist_is_taken_away_again_and_reported() throws Exception {
            Finished finished = run(
                    "mkdir -p sub && echo KEY=1 > sub/.env.local; mkdir .carabiner; echo x > .carabiner/bundle.yaml");

            assertThat(workspace.resolve("sub/.env.local")).doesNotExist();
            assertThat(workspace.resolve(".carabiner")).doesNotExist();
            assertThat(finished.succeeded()).isFalse();
            assertThat(finished.putBack())
                    .contains(workspace.resolve("sub/.env.local"), workspace.resolve(".carabiner"));
            assertThat(stage.seen).anySatisfy(seen -> {
                assertThat(seen.event()).isEqualTo("policy:violation");
                assertThat(seen.data().text("reason")).contains(".env.local");
            });
        }

        @Test
        void is_put_back_if_a_directory_above_it_was_moved() throws Exception {
            Files.createDirectory(workspace.resolve("config"));
            Files.writeString(workspace.resolve("config/.env"), "KEY=1\n");

            Finished finished = run("mv config gone; mkdir config; echo KEY=2 > config/.env");

            assertThat(workspace.resolve("config/.env")).hasContent("KEY=1\n");
            assertThat(finished.putBack()).contains(workspace.resolve("config/.env"));
        }

        @Test
        void is_written_by_a_command_that_it_was_opened_for() throws Exception {
            Files.writeString(workspace.resolve(".env"), "KEY=1\n");

            assertThat(run("echo KEY=2 > .env", workspace.resolve(".env")).succeeded())
                    .isTrue();
            assertThat(workspace.resolve(".env")).hasContent("KEY=2\n");
        }
    }

    @Nested
    class A_repository {

        @Test
        void can_be_begun_and_worked_in() throws Exception {
            repository();

            Finished finished = run(
                    "echo a > a && git add a && git -c user.name=n -c user.email=e@x commit -qm one"
                            + " && git mv a b && git -c user.name=n -c user.email=e@x commit -qm two && git log --oneline | wc -l");

            assertThat(finished.output().strip()).isEqualTo("2");
            assertThat(finished.putBack()).isEmpty();
        }

        @Test
        void has_hooks_and_settings_that_no_command_changes() throws Exception {
            repository();
            String before = Files.readString(workspace.resolve(".git/config"));

            run("""
                    git config core.hooksPath /tmp; git remote add origin x; echo x >> .git/config
                    echo 'touch ran' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
                    mv .git git2; mkdir .git; cp -r git2/. .git; rm -rf .git/hooks; ln -s /tmp .git/hooks; true""");

            assertThat(workspace.resolve(".git/config")).hasContent(before);
            assertThat(workspace.resolve(".git/hooks/pre-commit")).doesNotExist();
            assertThat(workspace.resolve("git2")).doesNotExist();
            assertThat(workspace.resolve(".git/hooks")).isDirectory();
        }

        @Test
        void is_not_begun_with_hooks_or_settings_that_run_something() throws Exception {
            Finished finished =
                    run("git init -q . && git config core.fsmonitor /tmp/x && cp /bin/true .git/hooks/post-checkout");

            assertThat(workspace.resolve(".git/config")).doesNotExist();
            assertThat(workspace.resolve(".git/hooks/post-checkout")).doesNotExist();
            assertThat(finished.putBack()).hasSize(2);
        }

        @Test
        void takes_a_remote_from_a_command_that_its_settings_were_opened_for() throws Exception {
            repository();

            Finished refused = run("git remote add origin https://example.com/x.git");
            Finished granted = run("git remote add origin https://example.com/x.git", workspace.resolve(".git"));

            assertThat(refused.succeeded()).isFalse();
            assertThat(granted.succeeded()).as(granted.output()).isTrue();
            assertThat(workspace.resolve(".git/config")).content().contains("example.com");
        }

        @Test
        void can_be_a_linked_worktree_of_one_elsewhere() throws Exception {
            Path main = temporary.toRealPath().resolve("main");
            Path linked = temporary.toRealPath().resolve("linked");
            String make = "git init -q " + main + " && cd " + main
                    + " && git -c user.name=n -c user.email=e@x commit -q --allow-empty -m one && git worktree add -q "
                    + linked;
            Command.of(List.of("/bin/bash", "-c", make), temporary).run();

            try (EngineSession other =
                    stage.engine().session("s-2", linked).confinesTools().begin()) {
                Finished finished = runner(other.coordinator())
                        .run(Command.of(
                                List.of(
                                        "/bin/bash",
                                        "-c",
                                        "echo a > a && git add a && git -c user.name=n -c user.email=e@x commit -qm two; git config a.b c; echo x > "
                                                + main + "/.git/hooks/post-commit"),
                                linked));

                assertThat(finished.output()).contains("config");
                assertThat(main.resolve(".git/hooks/post-commit")).doesNotExist();
                Finished log = Command.of(List.of("/usr/bin/git", "log", "--oneline"), linked)
                        .run();
                assertThat(log.output().lines().count()).isEqualTo(2);
            }
        }
    }

    /** A clone, a submodule, a linked worktree: a person who works in one runs what its hooks and settings say. */
    @Nested
    class A_repository_in_the_workspace {

        private static final String AS = "git -c user.name=n -c user.email=e@x -c protocol.file.allow=always";

        @BeforeEach
        void makeThem() throws Exception {
            made("git init -q . && " + AS
                    + " commit -qm one --allow-empty && git clone -q . inner && git clone -q . sub"
                    + " && " + AS + " submodule --quiet add ./sub && git submodule --quiet absorbgitdirs"
                    + " && git worktree add -q linked");
            assertThat(workspace.resolve(".git/modules/sub/config")).exists();
        }

        private void made(String line) throws Exception {
            Finished finished =
                    Command.of(List.of("/bin/bash", "-c", line), workspace).run();
            assertThat(finished.succeeded()).as(finished.output()).isTrue();
        }

        @Test
        void gets_no_hook_and_no_setting_that_runs_something() throws Exception {
            List<String> files = List.of(
                    "inner/.git/hooks/pre-commit",
                    ".git/modules/sub/hooks/post-checkout",
                    "inner/.git/commondir",
                    "inner/.git/modules/a/b/hooks/pre-push",
                    "new/.git/hooks/post-merge",
                    ".git/worktrees/linked/config.worktree");

            for (String file : files) {
                Finished finished = run("mkdir -p $(dirname %1$s) && echo '[core]' > %1$s && echo ' pager = x' >> %1$s"
                        .formatted(file));

                assertThat(workspace.resolve(file)).doesNotExist();
                assertThat(finished.putBack()).as(file).contains(workspace.resolve(file));
            }
        }

        @Test
        void keeps_its_settings_and_where_it_leads() throws Exception {
            for (String file : List.of(
                    "inner/.git/config",
                    ".git/modules/sub/config",
                    "sub/.git",
                    "linked/.git",
                    ".git/worktrees/linked/commondir")) {
                String before = Files.readString(workspace.resolve(file));
                Finished finished = run("echo '[core] fsmonitor = touch ran' >> " + file);

                assertThat(workspace.resolve(file)).hasContent(before);
                assertThat(finished.putBack()).as(file).containsExactly(workspace.resolve(file));
            }
            assertThat(run("git init -q new && git -C new config core.fsmonitor 'touch ran'")
                            .putBack())
                    .containsExactly(workspace.resolve("new/.git/config"));
        }

        @Test
        void leads_git_nowhere_that_is_not_looked_at() throws Exception {
            made(AS + " submodule --quiet add ./inner libs/part && mkdir -p evil/deep"
                    + " && touch .git/modules/libs/HEAD");
            assertThat(workspace.resolve(".git/modules/libs/part/config")).exists();
            for (List<String> each : List.of(
                    List.of(".git/worktrees/linked/commondir", "printf ' ../..' > %s"),
                    List.of(
                            "new/.git",
                            "cp -r inner/.git 'inner/.git '; mkdir new; printf 'gitdir: ../inner/.git ' > %s"),
                    List.of(
                            "by/.git",
                            "mkdir -p .git/modules/y by; printf 'gitdir: ../.git/modules/y/../sub' > %s"
                                    + "; rmdir .git/modules/y; ln -s ../../evil/deep .git/modules/y"),
                    List.of(".git/modules/libs/part/hooks/post-checkout", "echo true > %s"),
                    List.of("inner/.git/config", "printf '[remote \"o\"]\\nurl = e\"xt\"::sh\\n' >> %s"),
                    List.of(
                            "inner/.git/hooks/pre-push",
                            "echo true > %s; mkdir -p inner/.git/modules/a; chmod 000 inner/.git/modules/a inner/.git/config"),
                    List.of(".git/worktrees", "mv %1$s evil/worktrees; ln -s ../evil/worktrees %1$s"))) {
                String line = each.get(1).formatted(each.get(0));

                assertThat(run(line).putBack()).as(line).contains(workspace.resolve(each.get(0)));
            }
        }

        @Test
        void is_read_only_where_a_hook_protects_all_of_it() throws Exception {
            made("git init -q vendor");

            assertThat(run("echo x > vendor/.git/description").output()).contains("Read-only file system");
        }

        @Test
        void is_made_worked_in_moved_and_deleted_as_ever() throws Exception {
            for (String line : List.of(
                    "git clone -q inner again && git -C again checkout -q -b b --track origin/HEAD",
                    "git -C again remote add other https://example.com/x.git && git -C again config user.name n",
                    "cp -r again copied && mv again moved && " + AS + " -C moved commit -qm two --allow-empty",
                    "rm -rf moved copied",
                    "git worktree add -q further && git worktree remove further",
                    AS + " -C sub commit -qm three --allow-empty && git -C sub checkout -q -b c")) {
                Finished finished = run(line);

                assertThat(finished.output()).as(line).doesNotContain("fatal", "error");
                assertThat(finished.putBack()).as(line).isEmpty();
            }
        }
    }

    @Nested
    class A_session {

        @Test
        void says_that_it_is_confined_and_so_are_its_children() throws Exception {
            EngineSession child = session.child("s-1-1", new InMemoryContextManager());

            assertThat(session.coordinator().isConfined()).isTrue();
            assertThat(child.coordinator().isConfined()).isTrue();
            runner(child.coordinator())
                    .run(Command.of(
                            List.of("/bin/sh", "-c", "echo x > " + temporary.toRealPath() + "/outside"), workspace));
            assertThat(temporary.resolve("outside")).doesNotExist();
        }

        @Test
        void is_not_confined_where_the_bundle_says_so() {
            EngineStage other =
                    new EngineStage().session(SectionValues.NONE.with(SessionKeys.SANDBOX, SandboxMode.OFF));
            try (EngineSession open =
                    other.engine().session("s-3", workspace).confinesTools().begin()) {
                assertThat(open.coordinator().isConfined()).isFalse();
                assertThat(runner(open.coordinator())).isSameAs(CommandRunner.UNCONFINED);
            }
        }

        @Test
        void is_not_confined_unless_its_host_says_that_it_confines_what_tools_run() throws Exception {
            try (EngineSession open = stage.engine().begin("s-5", workspace)) {
                assertThat(open.coordinator().isConfined()).isFalse();
                runner(open.coordinator()) // which the hooks' own commands run with all the same
                        .run(Command.of(
                                List.of("/bin/sh", "-c", "echo x > " + temporary.toRealPath() + "/outside"),
                                workspace));
                assertThat(temporary.resolve("outside")).doesNotExist();
            }
        }

        @Test
        void that_must_be_confined_begins_only_where_its_host_confines_what_tools_run() {
            EngineStage strict =
                    new EngineStage().session(SectionValues.NONE.with(SessionKeys.SANDBOX, SandboxMode.REQUIRED));
            assertThatThrownBy(() -> strict.engine().begin("s-6", workspace))
                    .isInstanceOf(SessionException.class)
                    .hasMessageContaining("outside of Carabiner's sandbox");
            try (EngineSession held =
                    strict.engine().session("s-7", workspace).confinesTools().begin()) {
                assertThat(held.coordinator().isConfined()).isTrue();
            }
        }

        @Test
        void hides_the_log_that_it_writes() throws Exception {
            Path logs = temporary.toRealPath().resolve("logs");
            Files.createDirectories(logs);
            EngineStage other = new EngineStage();
            other.builder.auditDirectory(logs);
            try (EngineSession open =
                    other.engine().session("s-4", workspace).confinesTools().begin()) {
                Finished finished = runner(open.coordinator())
                        .run(Command.of(List.of("/bin/sh", "-c", "ls -A " + logs), workspace));

                assertThat(logs.resolve("s-4")).isDirectory();
                assertThat(finished.output()).doesNotContain("s-4");
            }
        }
    }

    @Test
    void the_opening_of_a_command_is_what_a_guard_had_granted() {
        Path file = workspace.resolve("x");
        Opening.Source source =
                command -> command.equals("a") ? new Opening(Set.of(file), Set.of(), false) : Opening.NONE;
        session.coordinator().registerContributor(Opening.Source.CHANNEL, "guard", () -> source);

        assertThat(runner(session.coordinator()).opening("a").writable()).containsExactly(file);
        assertThat(runner(session.coordinator()).opening("b")).isEqualTo(Opening.NONE);
        assertThatThrownBy(
                        () -> new Opening(Set.of(), Set.of(), false).writable().add(file))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
