package dev.carabiner.runtime.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.testkit.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session whose program is killed, at any moment, is resumed with all that it had acknowledged. */
@Timeout(1800)
class SessionKillTest {

    private static final String ID = "s-1";

    /** A longer session would only take longer to read. */
    private static final int ROUNDS_OF_A_SESSION = 10;

    @TempDir
    Path root;

    private final Set<String> kept = new LinkedHashSet<>();
    private final Set<String> written = new LinkedHashSet<>();
    private int acknowledgements;
    private int openCalls;
    private Path directory;
    private SessionStore store;
    private VerifierKey key;

    private void begin(int round) throws IOException {
        kept.clear();
        written.clear();
        directory = Files.createDirectory(root.resolve("from-" + round));
        Files.createDirectory(KilledSession.work(directory));
        store = KilledSession.store(directory);
        KilledSession.builder(directory).sessionId(ID).start().close();
        key = VerifierKey.parse(
                Files.readString(store.auditDirectory(ID).resolve("root.pub")).strip());
    }

    @Test
    void loses_nothing_in_a_few_rounds() throws Exception {
        rounds(5);
    }

    @Test
    @Tag("long")
    void loses_nothing_in_many_rounds() throws Exception {
        rounds(100);

        assertThat(openCalls).as("rounds that were killed while a tool ran").isPositive();
    }

    private void rounds(int count) throws Exception {
        for (int round = 0; round < count; round++) {
            if (round % ROUNDS_OF_A_SESSION == 0) {
                begin(round);
            }
            kill(round);
            resume(round);
        }
        assertThat(acknowledgements).isGreaterThan(count);
    }

    /** Mostly after some acknowledgement and a moment more, and now and then while it is still beginning. */
    private void kill(int round) throws IOException, InterruptedException {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        Process child = ChildJvm.start(KilledSession.class, directory.toString(), "r" + round);
        if (round % 4 == 3) {
            child.waitFor(random.nextInt(200, 1500), TimeUnit.MILLISECONDS);
            child.toHandle().destroyForcibly();
        }
        int enough = random.nextInt(1, 30);
        try (BufferedReader out = new BufferedReader(new InputStreamReader(child.getInputStream(), UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                assertThat(line).doesNotContain("Exception");
                acknowledged(line);
                if (--enough == 0) {
                    child.waitFor(random.nextInt(20), TimeUnit.MILLISECONDS);
                    child.toHandle().destroyForcibly(); // the process's own method would close its output
                }
            }
        }
        assertThat(child.waitFor()).isEqualTo(137);
    }

    /** A line that was cut off says nothing. */
    private void acknowledged(String line) {
        acknowledgements += line.endsWith(".") ? 1 : 0;
        if (line.startsWith("kept ") && line.endsWith(".")) {
            kept.add(line.substring(5, line.length() - 1));
        } else if (line.startsWith("written ") && line.endsWith(".")) {
            written.add(line.substring(8, line.length() - 1));
        }
    }

    private void resume(int round) throws IOException {
        List<ToolCall> open = withoutResult(store.messages(ID));
        openCalls += open.size();
        AtomicInteger resumed = new AtomicInteger();
        HookRegistry hooks = new HookRegistry();
        hooks.observe("session:resume", (event, data) -> resumed.incrementAndGet());
        try (Session session = KilledSession.builder(directory).hooks(hooks).resume(ID)) {
            Set<String> there = new HashSet<>();
            session.messages().forEach(message -> there.add(KilledSession.inOneWord(message)));

            assertThat(there).as("round " + round).containsAll(kept);
            assertThat(withoutResult(session.messages())).isEmpty();
            assertThat(session.messages().reversed().stream().limit(open.size()))
                    .allSatisfy(answer -> assertThat(answer.text()).startsWith("Interrupted: "))
                    .allSatisfy(answer ->
                            assertThat(answer.metadata().get("is_error")).isEqualTo(true));
            assertThat(session.prompt("write after.txt: " + round).status()).isEqualTo(TurnStatus.SUCCESS);
        }
        assertThat(resumed).hasValue(1);
        assertThat(KilledSession.work(directory).resolve("after.txt")).hasContent(String.valueOf(round));
        for (String file : written) {
            assertThat(KilledSession.work(directory).resolve(file)).hasContent("content of " + file);
        }
        Verdict verdict = LogVerifier.verify(store.auditDirectory(ID), key, List.of());
        assertThat(verdict.result()).as(verdict.explanation()).isEqualTo(Verdict.Result.GOOD);
    }

    private static List<ToolCall> withoutResult(List<Message> messages) {
        List<ToolCall> open = new ArrayList<>();
        for (Message message : messages) {
            open.addAll(message.toolCalls());
            open.removeIf(call -> call.id().equals(message.toolCallId()));
        }
        return open;
    }
}
