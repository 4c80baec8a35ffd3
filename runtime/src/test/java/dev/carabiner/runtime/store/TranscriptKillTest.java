package dev.carabiner.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.Injection;
import dev.carabiner.context.InjectionLimits;
import dev.carabiner.context.Message;
import dev.carabiner.runtime.context.ContextSettings;
import dev.carabiner.runtime.context.SessionContext;
import dev.carabiner.runtime.context.TokenCounter;
import dev.carabiner.testkit.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session whose process is killed at full speed has every message that it took, and can go on. */
@Timeout(600)
class TranscriptKillTest {

    private static final int ROUNDS = "long".equals(System.getProperty("carabiner.test.rounds")) ? 100 : 10;

    @TempDir
    Path root;

    @Test
    void no_acknowledged_message_is_lost() throws Exception {
        SessionStore store = SessionStore.at(root);
        store.create(SessionMetadata.begin("s-1", Instant.EPOCH, Path.of("/"), "default"))
                .close();
        List<String> acknowledged = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            acknowledged.addAll(killedOnTheWay("r" + round));

            assertThat(texts(store)).as("round " + round).containsAll(acknowledged);
        }
        assertThat(acknowledged).hasSizeGreaterThan(ROUNDS).doesNotHaveDuplicates();
        assertThat(store.metadata("s-1").turns()).isPositive();
    }

    private static Set<String> texts(SessionStore store) {
        try (SessionDirectory session = store.open("s-1")) {
            List<Message> messages = session.transcript().messages();
            Set<String> texts = messages.stream().map(Message::text).collect(Collectors.toCollection(HashSet::new));
            assertThat(messages.stream().map(Message::text).filter(text -> !text.isEmpty()))
                    .doesNotHaveDuplicates();
            return texts;
        }
    }

    /** What the child said was taken before it was killed; a line that was cut off says nothing. */
    private List<String> killedOnTheWay(String round) throws IOException, InterruptedException {
        List<String> acknowledged = new ArrayList<>();
        Process child = ChildJvm.start(Talker.class, root.toString(), round);
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            int enough = ThreadLocalRandom.current().nextInt(1, 150);
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                assertThat(line).doesNotContain("Exception");
                if (line.endsWith(".")) {
                    acknowledged.add(line.substring(0, line.length() - 1));
                }
                if (acknowledged.size() == enough) {
                    child.toHandle().destroyForcibly(); // the process's own method would close its output
                }
            }
        }
        child.waitFor();
        return acknowledged;
    }

    /** Run in a process of its own: says a message's text when it is taken. */
    static final class Talker {

        public static void main(String[] args) {
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            SessionStore store = SessionStore.at(Path.of(args[0]));
            try (SessionDirectory session = store.open("s-1")) {
                SessionContext context = new SessionContext(
                        new ContextSettings(1_000_000_000, 0.9, 0.5, 1_000, 4),
                        InjectionLimits.DEFAULT,
                        Clock.systemUTC(),
                        TokenCounter.approximate(),
                        session.transcript(),
                        session.transcript().messages());
                for (int i = 0; i < 100_000; i++) {
                    String name = args[1] + " m" + i;
                    int turns = i + 1;
                    context.add(Message.toolCall(name, "Read", Map.of("path", name)));
                    context.inject(Injection.of(name + " note", "hook", "tool:post"));
                    out.println(name + " note.");
                    context.add(Message.toolResult(name, name));
                    out.println(name + ".");
                    session.update(known -> known.withUse(turns, turns));
                }
            }
        }
    }
}
