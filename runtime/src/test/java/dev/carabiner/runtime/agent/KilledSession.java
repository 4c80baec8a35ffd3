package dev.carabiner.runtime.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.context.Message;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.runtime.context.TokenCounter;
import dev.carabiner.runtime.store.SessionStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A program that goes on with a session until it is killed. It says of each message that it is kept once it is, and of
 * each file that it is written once the hooks know.
 */
final class KilledSession {

    private KilledSession() {}

    static SessionStore store(Path directory) {
        return SessionStore.at(directory.resolve("store"));
    }

    static Path work(Path directory) {
        return directory.resolve("work");
    }

    static SessionBuilder builder(Path directory) {
        return Session.builder()
                .bundle(Bundles.offline())
                .catalog(AgentCatalog.installed())
                .tokenCounter(TokenCounter.approximate())
                .store(store(directory))
                .workingDirectory(work(directory));
    }

    static String inOneWord(Message message) {
        return message.role() + "-"
                + Base64.getEncoder().encodeToString(message.text().getBytes(UTF_8));
    }

    public static void main(String[] args) {
        Path directory = Path.of(args[0]);
        PrintStream out = new PrintStream(System.out, true, UTF_8);
        AtomicReference<Session> running = new AtomicReference<>();
        HookRegistry hooks = new HookRegistry();
        hooks.observe("provider:request", (event, data) -> { // what is asked about has been kept
            Session session = running.get();
            session.messages().reversed().stream()
                    .limit(3)
                    .forEach(message -> out.println("kept " + inOneWord(message) + "."));
        });
        hooks.observe("tool:post", (event, data) -> {
            EventData input = Objects.requireNonNull(data.object("tool_input"), "the input of a tool");
            if ("Write".equals(data.text("tool_name"))) {
                out.println("written " + input.text("file_path") + ".");
            }
        });
        running.set(builder(directory).hooks(hooks).resume("s-1"));
        for (int i = 0; i < 10_000; i++) {
            String file = args[1] + "-" + i;
            running.get().prompt("write " + file + ": content of " + file + "\nrun echo " + file + "; sleep 0.02");
        }
    }
}
