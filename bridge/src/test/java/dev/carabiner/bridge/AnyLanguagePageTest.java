package dev.carabiner.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.hook.Action;
import dev.carabiner.process.Command;
import dev.carabiner.process.LiveCommand;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page is run as it stands: its files are written, and each of its bundles denies and lets go. */
class AnyLanguagePageTest {

    private static final Path PAGE = Path.of("..", "docs", "hooks-in-any-language.md");
    private static final Pattern BLOCK =
            Pattern.compile("<!-- (file|hooks): (\\S+) -->\n```\\w+\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path directory;

    private String page;

    @BeforeEach
    void writeFiles() throws IOException {
        page = Files.readString(PAGE);
        Matcher blocks = BLOCK.matcher(page);
        while (blocks.find()) {
            if (blocks.group(1).equals("file")) {
                HookStage.write(directory.resolve(blocks.group(2)), blocks.group(3));
            }
        }
        Path clients = Path.of("..", "clients");
        Files.copy(clients.resolve("python/carabiner_hooks.py"), directory.resolve("hooks/carabiner_hooks.py"));
        Files.copy(clients.resolve("node/carabiner-hooks.js"), directory.resolve("hooks/carabiner-hooks.js"));
    }

    private String hooks(String name) {
        Matcher blocks = BLOCK.matcher(page);
        while (blocks.find()) {
            if (blocks.group(1).equals("hooks") && blocks.group(2).equals(name)) {
                return blocks.group(3).replaceFirst("hooks:\n", "");
            }
        }
        throw new AssertionError("the page has no bundle " + name);
    }

    private void judges(String hooks) {
        try (HookStage stage = HookStage.of(directory, hooks)) {
            assertThat(stage.bash("git push --force").reason()).isEqualTo("Nothing is pushed by force");
            assertThat(stage.bash("git push").action()).isEqualTo(Action.CONTINUE);
            assertThat(HookStage.runs(stage.bash("git push")))
                    .singleElement()
                    .satisfies(run -> assertThat(run.failure()).isNull());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "python", "node", "shell"})
    void each_form_of_the_guard_judges_alike(String form) {
        judges(hooks(form));
    }

    @ParameterizedTest
    @ValueSource(strings = {"python", "node"})
    void the_libraries_work_cold_too(String form) {
        judges(hooks(form).replace(", warm: true", ""));
    }

    @Test
    void the_service_judges_alike() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Command service = Command.of(List.of("python3", "service.py", String.valueOf(port)), directory);
        try (LiveCommand running = service.startLive()) {
            awaitPort(port);
            judges(hooks("service").replace("8099", String.valueOf(port)));
        }
    }

    private static void awaitPort(int port) throws Exception {
        for (int i = 0; i < 300; i++) {
            try (Socket socket = new Socket("127.0.0.1", port)) {
                return;
            } catch (IOException e) {
                Thread.sleep(50);
            }
        }
        throw new AssertionError("the service does not start");
    }
}
