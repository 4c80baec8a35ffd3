package dev.carabiner.bench.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import dev.carabiner.bench.sandbox.SameMounts;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.bundle.ManagedPolicy;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;

/** One measurement of each kind, in milliseconds. */
final class BridgeBench implements AutoCloseable {

    private static final EventData CALL =
            EventData.of("tool_name", "Bash", "tool_input", EventData.of("command", "git status"));

    private static final String ANSWER = "{\"action\":\"continue\"}";

    private final List<EngineSession> sessions = new ArrayList<>();
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
        Files.writeString(directory.resolve("cold.sh"), "read -r event; echo '" + ANSWER + "'\n");
        Files.writeString(
                directory.resolve("cold.js"),
                "let all = ''; process.stdin.on('data', it => all += it).on('end', () => JSON.parse(all));\n");
        Files.writeString(directory.resolve("warm.js"), """
                require('readline').createInterface({input: process.stdin})
                  .on('line', line => process.stdout.write(JSON.stringify({id: JSON.parse(line).id}) + '\\n'));
                """);
        Files.writeString(directory.resolve("Own.java"), """
                import dev.carabiner.event.EventData;
                import dev.carabiner.hook.HookHandler;
                import dev.carabiner.hook.HookResult;

                public class Own implements HookHandler {
                    @Override
                    public HookResult handle(String event, EventData data) {
                        String command = String.valueOf(data.object("tool_input").get("command"));
                        return command.contains("push --force") ? HookResult.deny("not by force") : HookResult.proceed();
                    }
                }
                """);
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
        EngineSession session = Engine.builder()
                .policy(ManagedPolicy.none())
                .load(bundle)
                .session(name, directory)
                .confinesTools()
                .mount();
        sessions.add(session);
        return session;
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

    EngineSession shell() throws IOException {
        return session(
                "shell",
                "  - {module: command, required: true, timeout: 60s, config: {command: [sh], file: cold.sh}}\n");
    }

    EngineSession warmNode() throws IOException {
        return session(
                "node",
                "  - {module: command, required: true, timeout: 60s, config: {command: [node], file: warm.js, warm: true}}\n");
    }

    EngineSession javaFile() throws IOException {
        return session("java", "  - {java: Own.java, required: true}\n");
    }

    EngineSession nothing() throws IOException {
        return session("nothing", "  []\n");
    }

    /** The same handler, compiled long before, in a session that has no other. */
    static void ownHandler(EngineSession session) {
        session.coordinator()
                .hooks()
                .register(HookOptions.forEvent("tool:pre").name("own").guard(), (event, data) -> {
                    EventData input = data.object("tool_input");
                    String command = String.valueOf(input == null ? "" : input.get("command"));
                    return command.contains("push --force") ? HookResult.deny("not by force") : HookResult.proceed();
                });
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
    List<String> bareWords(EngineSession cold, String program, String script) throws IOException, InterruptedException {
        CommandRunner runner =
                CommandRunner.among(cold.coordinator().collectContributions(CommandRunner.CHANNEL), true);
        return SameMounts.around(List.of(program, directory.resolve(script).toString()), runner, directory);
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

    /** How long the compiler keeps a session's begin waiting. */
    double beginWithJavaFile() throws IOException {
        long begin = System.nanoTime();
        EngineSession session = javaFile();
        double took = (System.nanoTime() - begin) / 1e6;
        session.close();
        return took;
    }

    double beginWithNothing() throws IOException {
        long begin = System.nanoTime();
        EngineSession session = nothing();
        double took = (System.nanoTime() - begin) / 1e6;
        session.close();
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
        sessions.forEach(EngineSession::close); // those that are closed already stay so
        server.stop(0);
    }
}
