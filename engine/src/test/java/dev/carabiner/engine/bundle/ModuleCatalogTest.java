package dev.carabiner.engine.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleCatalogTest {

    /** A module that works. */
    public static class Good implements HookModule {
        @Override
        public String name() {
            return "good";
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            return () -> {};
        }
    }

    /** Another that wants the same name. */
    public static final class Namesake extends Good {}

    /** One whose constructor throws. */
    public static final class Unborn extends Good {
        public Unborn() {
            throw new IllegalStateException("no luck today");
        }
    }

    /** One that cannot say what it takes. */
    public static final class Speechless extends Good {
        @Override
        public String name() {
            return "speechless";
        }

        @Override
        public Map<String, ConfigType> configKeys() {
            throw new IllegalStateException("no words");
        }
    }

    /** One with a name that cannot be written in a bundle. */
    public static final class Misnamed extends Good {
        @Override
        public String name() {
            return "Mis Named\u001b";
        }
    }

    @TempDir
    Path temp;

    private ModuleCatalog installed(String... lines) throws IOException {
        Path services = Files.createDirectories(temp.resolve("META-INF/services"));
        Files.write(services.resolve(HookModule.class.getName()), List.of(lines));
        var parent = getClass().getClassLoader();
        return ModuleCatalog.installed(
                new URLClassLoader(new URL[] {temp.toUri().toURL()}, parent));
    }

    @Nested
    class Installed {

        @Test
        void modules_are_found() throws IOException {
            ModuleCatalog catalog = installed(Good.class.getName());

            assertThat(catalog.hook("good")).isInstanceOf(Good.class);
            assertThat(catalog.hooks()).hasAtLeastOneElementOfType(Good.class);
        }

        @Test
        void broken_ones_are_told_of_and_hide_no_other() throws IOException {
            ModuleCatalog catalog = installed(
                    "no.such.Type",
                    Unborn.class.getName(),
                    ModuleCatalogTest.class.getName(),
                    Speechless.class.getName(),
                    Misnamed.class.getName(),
                    Good.class.getName());

            assertThat(catalog.hook("good")).isNotNull();
            assertThat(catalog.problems())
                    .anyMatch(it -> it.contains("no.such.Type"))
                    .anyMatch(it -> it.contains("Unborn"))
                    .anyMatch(it -> it.contains("ModuleCatalogTest not a subtype"))
                    .anyMatch(it -> it.contains("no words"))
                    .anyMatch(it -> it.contains("Misnamed") && !it.contains("\u001b"));
        }

        @Test
        void a_list_that_is_no_list_hides_no_other() throws IOException {
            ModuleCatalog catalog = installed("this is no class name");

            assertThat(catalog.problems()).anyMatch(it -> it.contains("HookModule cannot be loaded"));
        }

        @Test
        void two_of_one_name_are_an_error() {
            assertThatThrownBy(() -> installed(Good.class.getName(), Namesake.class.getName()))
                    .isInstanceOf(ModuleException.class)
                    .hasMessageContaining("Two hook modules are named good")
                    .hasMessageContaining("Namesake");
        }
    }

    @Nested
    class AName {

        @Test
        void that_is_unknown_gets_a_choice_and_a_suggestion() {
            assertThatThrownBy(() -> TestModules.catalog().hook("gard"))
                    .isInstanceOf(ModuleException.class)
                    .hasMessage("There is no hook module \"gard\"; expected one of guard, linter;"
                            + " did you mean \"guard\"?");
        }
    }

    @Test
    void a_bundle_that_names_a_broken_module_is_told_why_it_is_missing() throws IOException {
        var loader = new BundleLoader(installed(Speechless.class.getName()));
        Path file = Files.writeString(temp.resolve("b.yaml"), "bundle: {name: b}\nhooks: [speechless]\n");

        assertThat(loader.check(file))
                .singleElement()
                .asString()
                .contains("there is no hook module \"speechless\"")
                .contains("no words");
    }
}
