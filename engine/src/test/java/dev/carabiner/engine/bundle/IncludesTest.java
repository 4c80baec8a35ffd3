package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.session.HookConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncludesTest {

    @TempDir
    Path temp;

    Path home;
    final BundleLoader loader = new BundleLoader(TestModules.catalog());

    @BeforeEach
    void make_a_directory() throws IOException {
        temp = temp.toRealPath();
        home = Files.createDirectories(temp.resolve("home"));
    }

    private Path write(String name, String yaml) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, yaml);
    }

    private List<String> problems() {
        return loader.check(home.resolve("main.yaml")).stream()
                .map(problem -> problem.toString().replace(home + "/", ""))
                .toList();
    }

    @Nested
    class Merging {

        @Test
        void lets_the_files_own_words_come_last() throws IOException {
            write(
                    "more.yaml",
                    "session: {max_rounds: 8, instructions: more}\nhooks: [{module: linter, priority: 9}]\n");
            Path main = write("main.yaml", """
                    bundle: {name: main}
                    includes: [test-base, ./more.yaml]
                    session: {instructions: mine}
                    """);

            Bundle bundle = loader.load(main);

            assertThat(bundle.name()).isEqualTo("main");
            assertThat(bundle.version()).isEqualTo("0");
            assertThat(bundle.session().get(SessionKeys.MAX_ROUNDS)).isEqualTo(8);
            assertThat(bundle.session().get(SessionKeys.INSTRUCTIONS)).isEqualTo("mine");
            assertThat(bundle.tools()).extracting(ModuleSpec::module).containsExactly("tool-files");
        }

        @Test
        void keeps_how_a_hook_is_mounted_when_only_its_settings_change() throws IOException {
            write(
                    "guards.yaml",
                    "hooks: [{module: guard, required: true, on_failure: deny, timeout: 3s, config: {number: 1}}]\n");
            Path main = write("main.yaml", """
                    bundle: {name: main}
                    includes: [./guards.yaml]
                    hooks: [{module: guard, config: {text: mine}}]
                    """);

            HookSpec guard = loader.load(main).hooks().getFirst();

            assertThat(guard.required()).isTrue();
            assertThat(guard.config())
                    .isEqualTo(new HookConfig(
                            EventData.of("text", "mine"), null, FailurePolicy.DENY, Duration.ofSeconds(3)));
        }

        @Test
        void lets_a_later_file_say_how_a_hook_is_mounted() throws IOException {
            write("guards.yaml", "hooks: [{module: guard, required: true, on_failure: deny, priority: 4}]\n");
            Path main = write("main.yaml", """
                    bundle: {name: main}
                    includes: ./guards.yaml
                    hooks: [{module: guard, required: false, on_failure: continue, priority: 5, timeout: 1s}]
                    """);

            HookSpec guard = loader.load(main).hooks().getFirst();

            assertThat(guard.required()).isFalse();
            assertThat(guard.config())
                    .isEqualTo(new HookConfig(EventData.empty(), 5, FailurePolicy.CONTINUE, Duration.ofSeconds(1)));
        }

        @Test
        void takes_a_single_name_for_a_list_of_one() throws IOException {
            Path main = write("main.yaml", "bundle: {name: main}\nincludes: test-base\n");

            assertThat(loader.load(main).session().get(SessionKeys.MAX_ROUNDS)).isEqualTo(7);
        }

        @Test
        void puts_a_module_in_the_place_of_the_earlier_one() throws IOException {
            Path main = write("main.yaml", """
                    bundle: {name: main}
                    includes: [test-base]
                    hooks: [{module: guard, config: {text: mine}}]
                    """);

            List<HookSpec> hooks = loader.load(main).hooks();

            assertThat(hooks).extracting(HookSpec::module).containsExactly("guard", "linter");
            assertThat(hooks.getFirst().config().priority()).isEqualTo(1);
            assertThat(hooks.getFirst().config().settings().get("text")).isEqualTo("mine");
        }

        @Test
        void lets_a_later_provider_be_the_one_in_use() throws IOException {
            write("base.yaml", "providers: [provider-offline]\n");
            Path main = write("main.yaml", """
                    bundle: {name: main}
                    includes: [base.yaml]
                    providers: [provider-other]
                    """);

            assertThat(loader.load(main).providers())
                    .extracting(ModuleSpec::module)
                    .containsExactly("provider-other", "provider-offline");
        }

        @Test
        void lets_a_provider_be_chosen_again() throws IOException {
            write("base.yaml", "providers: [provider-offline, {module: provider-other, config: {model: old}}]\n");
            Path main = write("main.yaml", """
                    bundle: {name: main}
                    includes: [base.yaml]
                    providers: [{module: provider-other, config: {model: new}}]
                    """);

            List<ModuleSpec> providers = loader.load(main).providers();

            assertThat(providers).extracting(ModuleSpec::module).containsExactly("provider-other", "provider-offline");
            assertThat(providers.getFirst().config()).isEqualTo(EventData.of("model", "new"));
        }

        @Test
        void puts_later_tools_behind_the_earlier_ones() throws IOException {
            write("base.yaml", "tools: [tool-files, tool-shell]\n");
            Path main = write("main.yaml", """
                    bundle: {name: main}
                    includes: [base.yaml]
                    tools: [{module: tool-files, config: {root: mine}}, tool-task]
                    """);

            assertThat(loader.load(main).tools())
                    .extracting(ModuleSpec::module)
                    .containsExactly("tool-shell", "tool-files", "tool-task");
        }

        @Test
        void takes_relative_names_from_the_file_that_says_them() throws IOException {
            write("parts/a.yaml", "includes: [b.yaml, ../c.yaml]\n");
            write("parts/b.yaml", "session: {max_rounds: 3}\n");
            write("c.yaml", "session: {instructions: c}\n");
            Path main = write("main.yaml", "bundle: {name: m}\nincludes: [parts/a.yaml]\n");

            SectionValues session = loader.load(main).session();

            assertThat(session.get(SessionKeys.MAX_ROUNDS)).isEqualTo(3);
            assertThat(session.get(SessionKeys.INSTRUCTIONS)).isEqualTo("c");
        }

        @Test
        void does_not_mind_one_file_in_two_places() throws IOException {
            write("a.yaml", "includes: [c.yaml]\n");
            write("b.yaml", "includes: [c.yaml]\n");
            write("c.yaml", "session: {max_rounds: 3}\n");
            Path main = write("main.yaml", "bundle: {name: m}\nincludes: [a.yaml, b.yaml]\n");

            assertThat(loader.load(main).session().get(SessionKeys.MAX_ROUNDS)).isEqualTo(3);
        }

        @Test
        void tells_of_mistakes_where_they_are() throws IOException {
            write("more.yaml", "session:\n  max_rounds: x\n");
            write("main.yaml", "bundle: {name: m}\nincludes: [more.yaml]\nhooks: [nope]\n");

            assertThat(problems()).hasSize(2).anyMatch(it -> it.startsWith("more.yaml:2: session.max_rounds"));
        }

        @Test
        void follows_a_link_to_the_bundle_itself_which_somebody_has_named() throws IOException {
            write("main.yaml", "bundle: {name: m}\nincludes: [more.yaml]\n");
            write("more.yaml", "session: {max_rounds: 3}\n");
            Path link = Files.createSymbolicLink(temp.resolve("link.yaml"), home.resolve("main.yaml"));

            assertThat(loader.load(link).session().get(SessionKeys.MAX_ROUNDS)).isEqualTo(3);
        }
    }

    @Nested
    class WhatIsRefused {

        @ParameterizedTest
        @ValueSource(strings = {"../outside.yaml", "parts/../../outside.yaml", "./.././outside.yaml", "..", "."})
        void leads_out_of_the_directory(String include) throws IOException {
            Files.writeString(temp.resolve("outside.yaml"), "session: {max_rounds: 3}\n");
            write("main.yaml", "bundle: {name: m}\nincludes: ['" + include + "']\n");

            assertThat(problems())
                    .containsExactly("main.yaml:2: the include \"" + include
                            + "\" leads out of the bundle's directory; expected a file within it");
        }

        @Test
        void is_absolute() throws IOException {
            write("main.yaml", "bundle: {name: m}\nincludes: [/etc/passwd]\n");

            assertThat(problems()).singleElement().asString().contains("is an absolute path");
        }

        @Test
        void is_a_link() throws IOException {
            Files.writeString(temp.resolve("outside.yaml"), "session: {max_rounds: 3}\n");
            Files.createSymbolicLink(home.resolve("link.yaml"), temp.resolve("outside.yaml"));
            write("main.yaml", "bundle: {name: m}\nincludes: [link.yaml]\n");

            assertThat(problems())
                    .singleElement()
                    .asString()
                    .startsWith("main.yaml:2: ")
                    .contains("through a link");
        }

        @Test
        void is_behind_a_linked_directory() throws IOException {
            Files.createDirectory(temp.resolve("elsewhere"));
            Files.writeString(temp.resolve("elsewhere/a.yaml"), "session: {max_rounds: 3}\n");
            Files.createSymbolicLink(home.resolve("parts"), temp.resolve("elsewhere"));
            write("main.yaml", "bundle: {name: m}\nincludes: [parts/a.yaml]\n");

            assertThat(problems()).singleElement().asString().contains("through a link");
        }

        @Test
        void includes_itself() throws IOException {
            write("a.yaml", "includes: [b.yaml]\n");
            write("b.yaml", "includes: [./a.yaml]\n");
            write("main.yaml", "bundle: {name: m}\nincludes: [a.yaml]\n");

            assertThat(problems())
                    .containsExactly("b.yaml:1: the file includes itself: main.yaml -> a.yaml -> b.yaml -> a.yaml");
        }

        @Test
        void is_too_deep() throws IOException {
            for (int i = 0; i < 20; i++) {
                write("f" + i + ".yaml", "includes: [f" + (i + 1) + ".yaml]\n");
            }
            write("main.yaml", "bundle: {name: m}\nincludes: [f0.yaml]\n");

            assertThat(problems()).singleElement().asString().startsWith("f6.yaml:1: too much is included");
        }

        @Test
        @Timeout(value = 10, unit = TimeUnit.SECONDS)
        void multiplies_without_end() throws IOException {
            for (int i = 0; i < 6; i++) {
                String next = "f" + (i + 1) + ".yaml";
                write("f" + i + ".yaml", "includes: [" + (next + ", ").repeat(20) + next + "]\n");
            }
            write("f6.yaml", "session: {max_rounds: 3}\n");
            write("main.yaml", "bundle: {name: m}\nincludes: [f0.yaml]\n");

            assertThat(problems())
                    .isNotEmpty()
                    .hasSizeLessThan(1000)
                    .allMatch(it -> it.contains("too much is included"));
        }

        @Test
        @Timeout(value = 10, unit = TimeUnit.SECONDS)
        void is_a_pipe_that_nobody_writes_into() throws Exception {
            Path pipe = home.resolve("pipe.yaml");
            assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                    .isZero();
            write("main.yaml", "bundle: {name: m}\nincludes: [pipe.yaml]\n");

            assertThat(problems()).singleElement().asString().contains("not a file");
        }

        @ParameterizedTest
        @ValueSource(strings = {"nowhere", "nowhere.yaml"})
        void is_not_there(String include) throws IOException {
            write("main.yaml", "bundle: {name: m}\nincludes: [" + include + "]\n");

            assertThat(problems())
                    .singleElement()
                    .asString()
                    .startsWith("main.yaml:2: there is no ")
                    .contains("nowhere");
        }

        @Test
        void is_no_name_at_all() throws IOException {
            write("main.yaml", "bundle: {name: m}\nincludes: [5, {a: b}]\n");

            assertThat(problems()).hasSize(2).allMatch(it -> it.contains("expected a built-in bundle's name"));
        }
    }
}
