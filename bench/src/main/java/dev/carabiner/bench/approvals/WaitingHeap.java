package dev.carabiner.bench.approvals;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What each of very many waiting agents takes of the heap. */
final class WaitingHeap {

    private WaitingHeap() {}

    /** Bytes for each of so many threads that wait in the store, which is the caller's connection's. */
    static double bytesEach(ApprovalStore store, Connection connection, int agents) throws Exception {
        ApprovalRequest first = Wakeups.request("ls");
        store.request(first);
        copy(connection, first.id(), agents);
        List<Thread> threads = new ArrayList<>(agents);
        long before = used();
        for (int i = 1; i <= agents; i++) {
            String id = "bench-" + i;
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    store.await(id, Duration.ofHours(1));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        while (threads.stream().anyMatch(it -> it.getState() != Thread.State.TIMED_WAITING)) {
            Thread.sleep(100);
        }
        double each = (used() - before) / (double) agents;
        for (Thread thread : threads) {
            thread.interrupt();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return each;
    }

    /** By one statement: a hundred thousand commits would take minutes. */
    private static void copy(Connection connection, String id, int count) throws SQLException {
        String sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + count + ")"
                + " INSERT INTO approvals (id, session, hook, digest, request, state, expires_at, boot, deadline, votes,"
                + " ordinal, changed) SELECT 'bench-' || i, session, hook, digest, replace(request, ?, 'bench-' || i),"
                + " state, expires_at, boot, deadline, votes, ordinal + i, 0 FROM approvals, n WHERE id = ?";
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, id);
            insert.setString(2, id);
            insert.executeUpdate();
        }
    }

    private static long used() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            Thread.sleep(100);
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
