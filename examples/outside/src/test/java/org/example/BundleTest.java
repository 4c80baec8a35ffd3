package org.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.ModuleCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {

    private static final String BUNDLE = """
            bundle:
              name: own
              version: 1.0.0
            hooks:
              - module: write-limit
                required: true
                config: {characters: %s}
            """;

    @TempDir
    private Path directory;

    private Path bundle(String limit) throws Exception {
        return Files.writeString(directory.resolve("bundle.yaml"), BUNDLE.formatted(limit));
    }

    @Test
    void a_bundle_can_name_the_module() throws Exception {
        assertThat(new BundleLoader(ModuleCatalog.installed()).load(bundle("5000")).hooks())
                .hasSize(1);
    }

    @Test
    void a_setting_of_another_type_is_an_error_with_its_line() throws Exception {
        Path file = bundle("many");

        assertThatThrownBy(() -> new BundleLoader(ModuleCatalog.installed()).load(file))
                .hasMessageContaining("bundle.yaml:7")
                .hasMessageContaining("characters");
    }
}
