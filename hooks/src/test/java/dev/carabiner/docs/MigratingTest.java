package dev.carabiner.docs;

import static dev.carabiner.testkit.CarabinerAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.display.Level;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import dev.carabiner.testkit.CarabinerExtension;
import dev.carabiner.testkit.TestSession;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What docs/migrating.md shows. */
@ExtendWith(CarabinerExtension.class)
class MigratingTest {

    @Test
    void a_hook(TestSession session) {
        HookRegistry hooks = session.hooks();
        // snippet: migrate-hook
        hooks.register("tool:pre", 10, "no-env-files", (event, data) -> {
            String path = String.valueOf(data.object("tool_input").get("file_path"));
            if (path.endsWith(".env")) {
                return HookResult.deny("Files with secrets stay closed")
                        .userMessage("Kept from " + path, Level.WARNING);
            }
            return null; // continue
        });
        // end

        assertThat(session.call("Read", "file_path", "a/.env"))
                .isDeniedBy("no-env-files")
                .withReason("Files with secrets stay closed");
        assertThat(session.display().texts(Level.WARNING)).containsExactly("Kept from a/.env");
        assertThat(session.call("Read", "file_path", "a.txt")).ran();
    }

    // snippet: migrate-module
    public static final class NoEnvFiles implements HookModule {

        @Override
        public String name() {
            return "no-env-files";
        }

        @Override
        public AutoCloseable mount(Mount mount, HookConfig config) {
            List<String> closed = config.texts("files", List.of(".env"));
            HookOptions options = HookOptions.forEvent("tool:pre").name(name()).guard();
            return mount.hooks().register(options, (event, data) -> {
                String path = String.valueOf(data.object("tool_input").get("file_path"));
                return closed.stream().anyMatch(path::endsWith) ? HookResult.deny("This file stays closed") : null;
            });
        }
    }
    // end

    @Test
    void a_module(TestSession session) throws Exception {
        session.mount(new NoEnvFiles(), "files", List.of(".pem"));

        assertThat(session.call("Read", "file_path", "key.pem")).isDeniedBy("no-env-files");
        assertThat(session.call("Read", "file_path", "a/.env")).ran();
    }

    private static String gitStatus() {
        return "## main";
    }

    @Test
    void status_as_context(TestSession session) {
        HookRegistry hooks = session.hooks();
        // snippet: migrate-status
        hooks.register(
                "session:start",
                (event, data) ->
                        HookResult.inject("Git status:\n" + gitStatus()).suppressOutput());
        // end

        session.emit("session:start");
        assertThat(session.conversation()).containsExactly("Git status:\n## main");
    }
}
