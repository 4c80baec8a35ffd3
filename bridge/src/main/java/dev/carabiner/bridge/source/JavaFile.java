package dev.carabiner.bridge.source;

import dev.carabiner.bridge.program.OutsideHook;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookHandler;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A hook in one source file, compiled in memory by the running JDK when it is mounted. Its first public class is a
 * {@link HookModule}, which registers what it likes, or a {@link HookHandler}, which is called for the events of the
 * settings.
 */
public final class JavaFile implements HookModule {

    private static final long LARGEST = 1024 * 1024;

    @Override
    public String name() {
        return "java-file";
    }

    @Override
    public String description() {
        return "A hook that is one Java source file: - java: FILE.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return OutsideHook.keys(Map.of(
                "file", ConfigType.FILE,
                "class_path", ConfigType.FILES,
                "settings", ConfigType.OBJECT));
    }

    @Override
    public EventData configDefaults() {
        return OutsideHook.defaults();
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
        Path file = config.files("file").stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("file is not set; expected a Java source file"));
        Compiled compiled = Compiled.of(file, source(file), config.files("class_path"));
        Object made = compiled.instance();
        if (made instanceof HookModule module) {
            EventData settings = config.settings().object("settings");
            HookConfig own = new HookConfig(
                    settings == null ? EventData.empty() : settings,
                    config.priority(),
                    config.onFailure(),
                    config.timeout(),
                    config.name());
            AutoCloseable mounted = module.mount(mount, own);
            return () -> {
                try (compiled) {
                    mounted.close();
                }
            };
        }
        if (made instanceof HookHandler handler) {
            OutsideHook.of(name(), config).register(mount, handler::handle);
            return compiled;
        }
        compiled.close();
        throw new IllegalArgumentException(file + ": " + made.getClass().getSimpleName()
                + " is no hook; let it implement dev.carabiner.hook.HookHandler or dev.carabiner.session.HookModule");
    }

    private static String source(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there is no file " + file + "; expected a Java source file");
        }
        if (Files.size(file) > LARGEST) {
            throw new IllegalArgumentException(file + " has more than " + LARGEST + " bytes");
        }
        return Files.readString(file);
    }
}
