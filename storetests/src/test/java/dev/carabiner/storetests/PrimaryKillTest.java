package dev.carabiner.storetests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approvals.ApprovalDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A primary that is killed under load, and its synchronous standby that takes over: nothing acknowledged is lost. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
@Timeout(600)
class PrimaryKillTest {

    private static final String PASSWORD = "unused";

    @TempDir
    private Path directory;

    @Test
    void loses_nothing_in_ten_rounds() throws Exception {
        rounds(10);
    }

    @Test
    @Tag("long")
    void loses_nothing_in_many_rounds() throws Exception {
        rounds(Integer.getInteger("carabiner.test.kills", 50));
    }

    private void rounds(int count) throws Exception {
        Ledger all = new Ledger();
        long slowest = 0;
        try (PostgresPair pair = PostgresPair.start(directory);
                ApprovalDatabase one = ApprovalDatabase.postgresql(pair.address(""), PASSWORD);
                ApprovalDatabase other = ApprovalDatabase.postgresql(pair.address(""), PASSWORD)) {
            for (int round = 0; round < count; round++) {
                slowest = Math.max(slowest, killed(pair, List.of(one.store(), other.store()), all));
            }
            System.out.println(count + " kills of the primary, each time the standby took over: "
                    + all.check(one.store()) + "; first decision acknowledged after a kill within " + slowest + " ms");
        }
        assertThat(all.decisions()).isGreaterThan(count * 10);
    }

    /** One round; returns how many milliseconds after the kill a decision was acknowledged again. */
    private static long killed(PostgresPair pair, List<ApprovalStore> hubs, Ledger ledger) throws Exception {
        try (Traffic traffic = new Traffic(hubs, ledger)) {
            Thread.sleep(ThreadLocalRandom.current().nextInt(300, 1200));
            long killedAt = System.nanoTime();
            pair.failOver();
            pair.addStandby(); // until then, nothing is acknowledged
            int before = ledger.decisions();
            while (ledger.decisions() == before && System.nanoTime() - killedAt < 60_000_000_000L) {
                Thread.sleep(5);
            }
            long millis = (System.nanoTime() - killedAt) / 1_000_000;
            Thread.sleep(200);
            return millis;
        } finally {
            ledger.check(hubs.getFirst());
        }
    }
}
