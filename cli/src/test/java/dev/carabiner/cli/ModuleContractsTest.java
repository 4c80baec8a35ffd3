package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.carabiner.bridge.foreign.ForeignHooks;
import dev.carabiner.bridge.program.CommandHook;
import dev.carabiner.bridge.service.HttpHook;
import dev.carabiner.bridge.source.JavaFile;
import dev.carabiner.event.EventData;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.testkit.HookModuleContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of hook modules for those that ask programs and services; and that no module of ours is without it. */
class ModuleContractsTest {

    private static final Duration FOR_A_PROCESS = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private String written(String name, String text) {
        try {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Nested
    class A_program_per_event extends HookModuleContract {

        @Override
        protected HookModule newModule() {
            return new CommandHook();
        }

        @Override
        protected HookConfig config() {
            return HookConfig.of(EventData.of(
                    "command",
                    List.of("sh"),
                    "file",
                    written("hook.sh", "cat >/dev/null\n"),
                    "events",
                    List.of("tool:pre")));
        }

        @Override
        protected Duration declaredTime() {
            return FOR_A_PROCESS;
        }
    }

    @Nested
    class A_service extends HookModuleContract {

        private HttpServer server;

        @BeforeEach
        void start() throws IOException {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", exchange -> {
                try (exchange) {
                    exchange.getRequestBody().readAllBytes();
                    exchange.sendResponseHeaders(204, -1);
                }
            });
            server.start();
        }

        @AfterEach
        void stop() {
            server.stop(0);
        }

        @Override
        protected HookModule newModule() {
            return new HttpHook();
        }

        @Override
        protected HookConfig config() {
            return HookConfig.of(EventData.of(
                    "url", "http://127.0.0.1:" + server.getAddress().getPort() + "/", "events", List.of("tool:pre")));
        }

        @Override
        protected Duration declaredTime() {
            return Duration.ofSeconds(5);
        }
    }

    @Nested
    class A_source_file extends HookModuleContract {

        @Override
        protected HookModule newModule() {
            return new JavaFile();
        }

        @Override
        protected HookConfig config() {
            return HookConfig.of(EventData.of("file", written("Quiet.java", """
                    import dev.carabiner.event.EventData;
                    import dev.carabiner.hook.HookHandler;
                    import dev.carabiner.hook.HookResult;

                    public class Quiet implements HookHandler {
                        @Override
                        public HookResult handle(String event, EventData data) {
                            return HookResult.proceed();
                        }
                    }
                    """)));
        }

        @Override
        protected Duration declaredTime() {
            return Duration.ofSeconds(5);
        }
    }

    @Nested
    class Hooks_of_another_agent extends HookModuleContract {

        @Override
        protected HookModule newModule() {
            return new ForeignHooks();
        }

        @Override
        protected HookConfig config() {
            return HookConfig.of(
                    EventData.of("dialect", "claude", "files", List.of(written(".claude/settings.json", """
                    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "cat >/dev/null"}]}]}}
                    """))));
        }

        @Override
        protected Duration declaredTime() {
            return FOR_A_PROCESS;
        }
    }

    /** Each module that the service loader finds is made in a test that inherits the contract of its kind. */
    @Nested
    class Every_module_of_ours {

        private static List<String> services(String name) throws IOException {
            return texts("main/resources/META-INF/services/" + name).stream()
                    .flatMap(String::lines)
                    .map(line -> line.substring(line.lastIndexOf('.') + 1).strip())
                    .filter(line -> !line.isEmpty())
                    .toList();
        }

        /** The files whose names end so, below the sources of all modules. */
        private static List<String> texts(String end) throws IOException {
            try (Stream<Path> modules = Files.list(Path.of(".."))) {
                return modules.map(module -> module.resolve("src"))
                        .filter(Files::isDirectory)
                        .flatMap(ModuleContractsTest::below)
                        .filter(file -> file.toString().replace('\\', '/').endsWith(end))
                        .map(ModuleContractsTest::text)
                        .toList();
            }
        }

        private static void assertAllHave(String contract, List<String> modules) throws IOException {
            List<String> tests = texts("Test.java").stream()
                    .filter(test -> test.contains("extends " + contract))
                    .toList();
            assertThat(modules)
                    .isNotEmpty()
                    .allSatisfy(module -> assertThat(tests)
                            .as("a test that extends %s and makes a %s", contract, module)
                            .anyMatch(test -> test.contains("new " + module + "(")));
        }

        @Test
        void has_the_contract_of_hook_modules() throws IOException {
            assertAllHave("HookModuleContract", services("dev.carabiner.session.HookModule"));
        }

        /** Those over a network share one test, for each service that is in its list. */
        @Test
        void has_the_contract_of_providers() throws IOException {
            String services = String.join("\n", texts("Service.java"));
            assertThat(services("dev.carabiner.runtime.provider.ProviderModule"))
                    .hasSizeGreaterThan(5)
                    .allMatch(module -> module.equals("OfflineProviderModule") || services.contains("new " + module));
            assertThat(texts("Test.java"))
                    .anyMatch(it -> it.contains("KeptContractTest extends ProviderContract"))
                    .anyMatch(it -> it.contains("OfflineProviderContractTest extends ProviderContract"));
        }

        @Test
        void has_the_contract_of_tools() throws IOException {
            assertThat(texts("ToolContractsTest.java"))
                    .singleElement()
                    .asString()
                    .contains("extends ToolContract")
                    .contains("void all_are_covered()");
        }
    }

    private static Stream<Path> below(Path folder) {
        try {
            return Files.walk(folder).filter(Files::isRegularFile).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
