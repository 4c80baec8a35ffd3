package dev.carabiner.storetests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.testkit.TestRequests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code carabiner serve} is killed while people answer some of the thousand agents that wait, and started again. */
@Timeout(1_800)
class ServerKillTest {

    private static final int WAITING = 1_000;

    @TempDir
    private Path home;

    private final Ledger ledger = new Ledger();
    private final Map<String, String> asked = ApiTraffic.noneAsked();
    private final Set<Thread> agents = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ending = new AtomicBoolean();

    @Test
    void loses_nothing_in_twenty_rounds() throws Exception {
        rounds(20);
    }

    @Test
    @Tag("long")
    void loses_nothing_in_many_rounds() throws Exception {
        rounds(Integer.getInteger("carabiner.test.kills", 200));
    }

    private void rounds(int count) throws Exception {
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(home.resolve(".carabiner/approvals.db"))) {
            for (int round = 0; round < count; round++) {
                while (agents.size() < WAITING) {
                    agent(database.store());
                }
                killed();
                ledger.check(database.store());
            }
            ending.set(true);
            for (Thread agent : agents) {
                agent.join();
            }
            System.out.println(
                    count + " kills of the server, " + WAITING + " agents waiting: " + ledger.check(database.store()));
            assertThat(asked.values().stream().filter(it -> !it.isEmpty())).doesNotHaveDuplicates();
        }
        assertThat(ledger.decisions()).isGreaterThan(count);
    }

    /** An agent of another process: it waits in the store, not at the server. */
    private void agent(ApprovalStore store) {
        ApprovalRequest request = TestRequests.about("ls");
        store.request(request);
        ledger.asked(request.id());
        Thread agent = Thread.ofVirtual().unstarted(() -> {
            try {
                StoredApproval stored = store.read(request.id());
                while (!ending.get() && stored.decision() == null) {
                    stored = store.await(request.id(), Duration.ofSeconds(5));
                }
                if (store.consume(request.id(), request.digest(), "first")) {
                    ledger.ran(request.id());
                    store.finish(request.id(), "first", Execution.EXECUTED);
                }
                if (store.consume(request.id(), request.digest(), "second")) {
                    ledger.ran(request.id());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                agents.remove(Thread.currentThread());
            }
        });
        agents.add(agent);
        agent.start();
    }

    private void killed() throws Exception {
        try (ServeProcess server = ServeProcess.start(home);
                ApiTraffic traffic = new ApiTraffic(server.address(), ledger, asked)) {
            long end = System.nanoTime() + 30_000_000_000L;
            while (traffic.answers() < 3 && System.nanoTime() - end < 0) {
                Thread.sleep(10);
            }
            Thread.sleep(ThreadLocalRandom.current().nextInt(50, 500));
            server.kill(); // in the middle of whatever they do
        }
    }
}
