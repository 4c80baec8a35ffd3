package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.testkit.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Agents are killed while they are being answered: some before they take what was allowed, some between that and the
 * end of the operation. Started again, each operation has run once at most, and what was allowed and not taken runs.
 */
@Timeout(1_200)
class KilledAgentsTest {

    private static final int AGENTS = 40;

    @TempDir
    private Path root;

    private final Map<State, Integer> killedIn = new EnumMap<>(State.class);
    private int operations;

    @Test
    void run_nothing_twice_in_two_rounds() throws Exception {
        rounds(2);
    }

    @Test
    @Tag("long")
    void run_nothing_twice_in_many_rounds() throws Exception {
        rounds(Integer.getInteger("carabiner.test.kills", 50));

        assertThat(killedIn).containsKeys(State.ALLOWED, State.USED, State.EXECUTED);
    }

    private void rounds(int count) throws Exception {
        for (int round = 0; round < count; round++) {
            round(Files.createDirectory(root.resolve("round-" + round)), round % 2 == 1);
        }
        System.out.println(count + " kills of " + AGENTS + " agents each, which were then " + killedIn + "; "
                + operations + " operations run, 0 twice, 0 without an allowance, 0 allowances lost");
    }

    /** @param late whether they are killed when some have begun with what was allowed, rather than at any time */
    private void round(Path directory, boolean late) throws Exception {
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(directory.resolve("approvals.db"))) {
            ApprovalStore store = database.store();
            Process killed = start(directory);
            List<StoredApproval> asked = awaitPending(store, killed);
            Thread people = Thread.ofPlatform().start(() -> answer(store, asked));
            while (late
                    && asked.stream()
                            .noneMatch(it -> hasBegun(store.read(it.id()).state()))) {
                Thread.onSpinWait();
            }
            Thread.sleep(ThreadLocalRandom.current().nextInt(late ? 30 : 250));
            killed.toHandle().destroyForcibly();
            killed.waitFor();
            Map<String, State> atDeath = new HashMap<>();
            for (StoredApproval each : asked) {
                State state = store.read(each.id()).state();
                atDeath.put(each.request().session(), state);
                killedIn.merge(state, 1, Integer::sum);
            }
            people.join();
            resume(directory, store);
            check(directory, store, asked, atDeath);
        }
    }

    private static boolean hasBegun(State state) {
        return state == State.USED || state == State.EXECUTED;
    }

    private static Process start(Path directory) throws IOException {
        return ChildJvm.start(KilledAgents.class, directory.toString(), String.valueOf(AGENTS));
    }

    private static List<StoredApproval> awaitPending(ApprovalStore store, Process agents) throws Exception {
        List<StoredApproval> pending = store.pending(null, AGENTS);
        while (pending.size() < AGENTS) {
            assertThat(agents.isAlive()).isTrue();
            Thread.sleep(20);
            pending = store.pending(null, AGENTS);
        }
        return pending;
    }

    /** In any order; every eighth is denied. */
    private static void answer(ApprovalStore store, List<StoredApproval> asked) {
        List<StoredApproval> order = new ArrayList<>(asked);
        Collections.shuffle(order, ThreadLocalRandom.current());
        for (int i = 0; i < order.size(); i++) {
            StoredApproval one = order.get(i);
            boolean allow = i % 8 != 0;
            store.decide(one.id(), one.request().digest(), "ann", "desk", allow ? "Allow" : "Deny", allow, "");
        }
    }

    /** Each agent does the same once more; what is asked anew is denied. */
    private static void resume(Path directory, ApprovalStore store) throws Exception {
        Process agents = start(directory);
        Thread desk = Thread.ofVirtual().start(() -> {
            while (!Thread.interrupted()) {
                for (StoredApproval each : store.pending(null, AGENTS)) {
                    store.decide(each.id(), each.request().digest(), "bob", "desk", "Deny", false, "");
                }
            }
        });
        int done = 0;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(agents.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                done += line.startsWith("done ") ? 1 : 0;
                if (done == AGENTS) {
                    agents.toHandle().destroyForcibly();
                }
            }
        }
        desk.interrupt();
        desk.join();
        assertThat(done).isEqualTo(AGENTS);
    }

    private void check(Path directory, ApprovalStore store, List<StoredApproval> asked, Map<String, State> atDeath)
            throws IOException {
        Map<String, Boolean> granted = new HashMap<>();
        asked.forEach(each -> granted.put(
                each.request().session(), store.read(each.id()).decision().granted()));
        for (int agent = 0; agent < AGENTS; agent++) {
            Path trace = KilledAgents.trace(directory, agent);
            int ran = Files.exists(trace) ? Files.readAllLines(trace).size() : 0;
            State was = atDeath.get(KilledAgents.session(agent));
            boolean taken = was == State.USED;
            boolean allowed = granted.get(KilledAgents.session(agent));
            assertThat(ran)
                    .as("runs of agent %d, which was %s when it was killed", agent, was)
                    .isBetween(allowed && !taken ? 1 : 0, allowed ? 1 : 0);
            operations += ran;
        }
    }
}
