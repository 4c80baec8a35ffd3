package dev.carabiner.bench.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import dev.carabiner.bench.sandbox.SameMounts;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Environment;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;

/** One measurement of each kind, in milliseconds. */
final class BridgeBench implements AutoCloseable {

    private static final EventData CALL =
            EventData.of("tool_name", "Bash", "tool_input", EventData.of("command", "git status"));

    private static final String ANSWER = "{\"action\":\"continue\"}";

    private final Path directory;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();

    BridgeBench(Path directory) throws IOException {
        this.directory = directory;
        Files.writeString(directory.resolve("warm.py"), """
                import json, sys
                for line in sys.stdin:
                    sys.stdout.write('{"id":"%s"}\\n' % json.loads(line)["id"]); sys.stdout.flush()
                """);
        Files.writeString(directory.resolve("cold.py"), "import json, sys; json.load(sys.stdin)\n");
        Files.writeString(directory.resolve("wait.sh"), "sleep 0.2\n");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] body = ANSWER.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    EngineSession session(String name, String hooks) throws IOException {
        Path bundle = directory.resolve(name + ".yaml");
        Files.writeString(
                bundle, "bundle: {name: bench, version: 1.0.0}\nsession: {sandbox: required}\nhooks:\n" + hooks);
        return Engine.builder()
                .policy(ManagedPolicy.none())
                .load(bundle)
                .session(name, directory)
                .confinesTools()
                .mount();
    }

    EngineSession warm() throws IOException {
        return session(
                "warm",
                "  - {module: command, required: true, timeout: 60s, config: {command: [python3], file: warm.py, warm: true}}\n");
    }

    EngineSession cold() throws IOException {
        return session(
                "cold",
                "  - {module: command, required: true, timeout: 60s, config: {command: [python3], file: cold.py}}\n");
    }

    EngineSession waiting(int count) throws IOException {
        StringBuilder hooks = new StringBuilder();
        for (int i = 0; i < count; i++) {
            hooks.append("  - {module: command, name: wait-")
                    .append(i)
                    .append(
                            ", required: true, timeout: 60s, config: {command: [sh], file: wait.sh, concurrent: true}}\n");
        }
        return session("waiting-" + count, hooks.toString());
    }

    EngineSession http() throws IOException {
        return session("http", "  - {module: http, required: true, timeout: 60s, config: {url: \"" + url() + "\"}}\n");
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** An emit through the session's hooks. */
    static double emit(EngineSession session) {
        long begin = System.nanoTime();
        HookOutcome outcome = session.coordinator().hooks().emit("tool:pre", CALL);
        double took = (System.nanoTime() - begin) / 1e6;
        if (outcome.denied()) {
            throw new IllegalStateException("A hook failed: " + outcome.reason());
        }
        return took;
    }

    /** The words that start the cold hook's program in plain {@code bwrap}, with the very mounts that the session has. */
    List<String> bareWords(EngineSession cold) throws IOException, InterruptedException {
        CommandRunner runner =
                CommandRunner.among(cold.coordinator().collectContributions(CommandRunner.CHANNEL), true);
        return SameMounts.around(List.of("python3", directory.resolve("cold.py").toString()), runner, directory);
    }

    /** The same confined process without a hook around it. */
    double bareProcess(List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(Environment.basic());
        long begin = System.nanoTime();
        Process process = builder.start();
        try (OutputStream input = process.getOutputStream()) {
            input.write("{}\n".getBytes(UTF_8));
        }
        process.getInputStream().readAllBytes();
        int code = process.waitFor();
        double took = (System.nanoTime() - begin) / 1e6;
        if (code != 0) {
            throw new IOException("The bare process failed: "
                    + new String(process.getErrorStream().readAllBytes(), UTF_8));
        }
        return took;
    }

    /** The same exchange without a hook around it. */
    double bareExchange() throws IOException, InterruptedException {
        long begin = System.nanoTime();
        HttpRequest request = HttpRequest.newBuilder(URI.create(url()))
                .POST(HttpRequest.BodyPublishers.ofString("{\"event\":\"tool:pre\"}"))
                .build();
        client.send(request, HttpResponse.BodyHandlers.ofString());
        return (System.nanoTime() - begin) / 1e6;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
