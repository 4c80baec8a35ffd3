package dev.carabiner.hooks;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.SessionCoordinator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every module, and that the pages and the built-in bundle tell the truth about them. */
class HookModulesTest {

    private static final Path PAGE = Path.of("../docs/hook-modules.md");
    private static final Path DEFAULT = Path.of("../cli/src/main/resources/dev/carabiner/bundles/default.yaml");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z_]+)` \\| ([a-z]+) \\|");
    private static final Pattern DEFAULT_VALUE = Pattern.compile("(?m)^\\| `([a-z_]+)` \\| [a-z]+ \\| (.*?) \\|");
    private static final Pattern EXAMPLE = Pattern.compile("(?ms)^```yaml\\n(.*?)^```");

    static Stream<HookModule> modules() {
        return ServiceLoader.load(HookModule.class).stream()
                .filter(it -> it.type().getPackageName().equals("dev.carabiner.hooks"))
                .map(ServiceLoader.Provider::get);
    }

    @Test
    void all_are_found_by_the_service_loader() {
        assertThat(modules().map(HookModule::name))
                .containsExactly(
                        "shell-guard",
                        "production-guard",
                        "linter-feedback",
                        "git-status",
                        "date-status",
                        "todo-display",
                        "progress-monitor",
                        "session-naming");
    }

    @Nested
    class Each {

        @ParameterizedTest
        @MethodSource("dev.carabiner.hooks.HookModulesTest#modules")
        void can_be_mounted_without_settings_and_leaves_nothing_when_it_is_closed(HookModule module) throws Exception {
            HookRegistry hooks = new HookRegistry();
            SessionCoordinator session =
                    SessionCoordinator.builder().hooks(hooks).build();
            AutoCloseable mounted = session.mount(module, HookConfig.none());
            assertThat(hooks.listHandlers().values())
                    .isNotEmpty()
                    .allSatisfy(names -> assertThat(names).containsOnly(module.name()));
            mounted.close();
            assertThat(hooks.listHandlers()).isEmpty();
        }

        @ParameterizedTest
        @MethodSource("dev.carabiner.hooks.HookModulesTest#modules")
        void leaves_the_last_word_about_its_registrations_to_the_bundle(HookModule module) throws Exception {
            HookRegistry hooks = new HookRegistry();
            SessionCoordinator session =
                    SessionCoordinator.builder().hooks(hooks).build();
            HookConfig config = new HookConfig(EventData.empty(), 77, null, Duration.ofSeconds(3));
            session.mount(module, config);
            hooks.listHandlers()
                    .keySet()
                    .forEach(event -> assertThat(
                                    hooks.emit(event, Map.of("tool_name", "x", "tool_input", Map.of(), "prompt", "x"))
                                            .runs())
                            .allSatisfy(run -> assertThat(run.priority()).isEqualTo(77)));
        }

        @ParameterizedTest
        @MethodSource("dev.carabiner.hooks.HookModulesTest#modules")
        void has_its_settings_on_the_page(HookModule module) throws IOException {
            Map<String, ConfigType> documented = ROW.matcher(section(module.name()))
                    .results()
                    .collect(toMap(
                            row -> row.group(1),
                            row -> ConfigType.valueOf(row.group(2).toUpperCase(Locale.ROOT))));
            assertThat(documented).isEqualTo(module.configKeys());
            assertThat(module.description()).endsWith(".");
        }

        @ParameterizedTest
        @MethodSource("dev.carabiner.hooks.HookModulesTest#modules")
        void has_its_defaults_on_the_page(HookModule module) throws IOException {
            Map<String, String> documented = DEFAULT_VALUE
                    .matcher(section(module.name()))
                    .results()
                    .collect(toMap(row -> row.group(1), row -> row.group(2).replace("`", "")));
            Map<String, Object> known = module.configDefaults().asMap();
            documented.forEach(
                    (key, value) -> assertThat(inWords(known.get(key))).as(key).isEqualTo(value));
            assertThat(documented.keySet()).containsAll(known.keySet());
        }

        private static String inWords(Object value) {
            return switch (value) {
                case null -> "the system's";
                case List<?> list
                when !list.isEmpty() ->
                    String.join(", ", list.stream().map(String::valueOf).toList());
                case List<?> list -> "none";
                case Map<?, ?> map when map.isEmpty() -> "none";
                default -> String.valueOf(value);
            };
        }

        private static String section(String name) throws IOException {
            String page = Files.readString(PAGE);
            int start = page.indexOf("\n## " + name + "\n");
            assertThat(start).as("the section of %s", name).isPositive();
            int end = page.indexOf("\n## ", start + 1);
            return page.substring(start, end < 0 ? page.length() : end);
        }
    }

    @Nested
    class Bundles {

        private final BundleLoader loader = new BundleLoader(ModuleCatalog.installed());

        @TempDir
        private Path directory;

        @Test
        void on_the_page_are_valid() throws IOException {
            List<String> examples = EXAMPLE.matcher(Files.readString(PAGE))
                    .results()
                    .map(MatchResult::group)
                    .map(block -> block.replaceAll("(?m)^```.*$", ""))
                    .toList();
            assertThat(examples).hasSize(9);
            for (String example : examples) {
                Path file = Files.writeString(
                        directory.resolve("bundle.yaml"),
                        "bundle: {name: example, version: 1.0.0}\nproviders: [{module: provider-offline}]\n" + example);
                assertThat(loader.check(file)).as(example).isEmpty();
            }
        }

        @Test
        void the_default_one_is_valid_and_requires_its_guards() {
            assertThat(loader.check(DEFAULT)).isEmpty();
            var bundle = loader.load(DEFAULT);
            assertThat(bundle.hooks()).hasSameSizeAs(modules().toList());
            assertThat(bundle.hooks())
                    .filteredOn(hook -> hook.required())
                    .extracting(hook -> hook.module())
                    .containsExactly("shell-guard", "production-guard");
        }
    }
}
