package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EffectiveSettingTest {

    @TempDir
    private Path directory;

    /** Two settings, both with a default. */
    private static final HookModule LIMIT = new HookModule() {

        @Override
        public String name() {
            return "limit";
        }

        @Override
        public Map<String, ConfigType> configKeys() {
            return Map.of("most", ConfigType.NUMBER, "word", ConfigType.TEXT);
        }

        @Override
        public EventData configDefaults() {
            return EventData.of("most", 10, "word", "none");
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            return () -> {};
        }
    };

    private List<EffectiveSetting> effective(String... files) throws IOException {
        ModuleCatalog catalog = ModuleCatalog.of(List.of(LIMIT));
        Path last = directory;
        for (int i = 0; i < files.length; i++) {
            last = Files.writeString(directory.resolve("b" + i + ".yaml"), files[i]);
        }
        BundleFiles read = BundleFiles.read(last);
        Bundle loaded = new BundleLoader(catalog).load(read);
        return EffectiveSetting.of(catalog.withDefaults(loaded), SettingOrigins.of(read));
    }

    private static String line(List<EffectiveSetting> all, String path) {
        EffectiveSetting one =
                all.stream().filter(it -> it.path().equals(path)).findFirst().orElseThrow();
        return one.value() + " " + one.origin().substring(one.origin().lastIndexOf('/') + 1);
    }

    @Test
    void each_of_two_hooks_of_one_module_has_its_own_settings_and_their_places() throws Exception {
        List<EffectiveSetting> all = effective("""
                bundle: {name: b}
                hooks:
                  - {module: limit, name: files,
                     config: {most: 3}}
                  - {module: limit, name: lines,
                     config: {most: 4, word: line}}
                """);

        assertThat(line(all, "hooks.files")).isEqualTo("mounted, module limit b0.yaml:3");
        assertThat(line(all, "hooks.files.config.most")).isEqualTo("3 b0.yaml:4");
        assertThat(line(all, "hooks.files.config.word")).isEqualTo("none default of limit");
        assertThat(line(all, "hooks.lines.config.most")).isEqualTo("4 b0.yaml:6");
        assertThat(line(all, "hooks.lines.config.word")).isEqualTo("line b0.yaml:6");
    }

    @Test
    void a_later_file_that_changes_one_of_them_leaves_the_other() throws Exception {
        List<EffectiveSetting> all = effective("""
                bundle: {name: a}
                hooks: [{module: limit, name: files, config: {most: 3}}, {module: limit, config: {most: 4}}]
                """, """
                bundle: {name: b}
                includes: [./b0.yaml]
                hooks: [{module: limit, name: files, config: {word: x}}]
                """);

        assertThat(line(all, "hooks.files.config.most")).isEqualTo("10 default of limit");
        assertThat(line(all, "hooks.files.config.word")).isEqualTo("x b1.yaml:3");
        assertThat(line(all, "hooks.limit")).isEqualTo("mounted b0.yaml:2");
        assertThat(line(all, "hooks.limit.config.most")).isEqualTo("4 b0.yaml:2");
    }

    @Test
    void an_object_is_one_setting_for_each_of_its_fields() throws Exception {
        List<EffectiveSetting> all = effective("""
                bundle: {name: b}
                hooks:
                  - module: limit
                    canaries: {ask: ["make all", {tool: Write, input: {file_path: a}}]}
                """);

        assertThat(line(all, "hooks.limit.canaries.ask"))
                .isEqualTo("[make all, {tool: Write, input: {file_path: a}}] b0.yaml:4");
    }

    @Test
    void what_the_program_added_to_what_a_file_says_stands_where_the_file_says_it() throws Exception {
        assertThat(effective("bundle: {name: b}\n"))
                .filteredOn(it -> it.path().startsWith("session.context"))
                .isNotEmpty()
                .allMatch(it -> it.origin().equals("default"));
        assertThat(effective("bundle: {name: b}\nsession: {context: {module: context-simple}}\n"))
                .filteredOn(it -> it.path().startsWith("session.context"))
                .isNotEmpty()
                .allMatch(it -> it.origin().endsWith("b0.yaml:2"));
    }
}
