package dev.carabiner.storetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.approvals.ApprovalStoreException;
import dev.carabiner.testkit.TestRequests;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A standby that does not confirm: nothing is acknowledged, everything can be read, and it goes on when it is back. */
@Timeout(300)
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class StandbyStoppedTest {

    @TempDir
    private Path directory;

    private PostgresPair pair;
    private ApprovalDatabase database;
    private ApprovalStore store;
    private final ApprovalRequest request = TestRequests.about("ls");

    @BeforeEach
    void ask() throws Exception {
        pair = PostgresPair.start(directory);
        database = ApprovalDatabase.postgresql(pair.address("?socketTimeout=3"), "unused");
        store = database.store();
        store.request(request);
        pair.standby().signal("STOP");
    }

    @AfterEach
    void end() {
        database.close();
        pair.close();
    }

    private VoteResult allowed(String who) {
        return store.decide(request.id(), request.digest(), who, "desk", "Allow once", true, "");
    }

    @Test
    void acknowledges_nothing_until_it_is_back_and_then_what_was_tried_holds() throws Exception {
        assertThatThrownBy(() -> allowed("ann")).isInstanceOf(ApprovalStoreException.class);
        assertThat(store.read(request.id()).state()).isEqualTo(State.PENDING);

        pair.standby().signal("CONT");

        ApprovalDecision held =
                store.await(request.id(), Duration.ofSeconds(60)).decision();
        assertThat(held.decidedBy()).isEqualTo("ann");
        assertThat(allowed("bob")).isEqualTo(new VoteResult.Late(held));
        assertThat(store.consume(request.id(), request.digest(), "one")).isTrue();
        assertThat(store.consume(request.id(), request.digest(), "other")).isFalse();
    }

    @Test
    void that_takes_over_has_what_was_tried_or_nothing_and_can_be_asked_again() throws Exception {
        assertThatThrownBy(() -> allowed("ann")).isInstanceOf(ApprovalStoreException.class);
        pair.primary().kill();
        pair.standby().signal("CONT");
        pair.takeOver();
        pair.addStandby();

        VoteResult again = allowed("bob");

        ApprovalDecision held = store.read(request.id()).decision();
        assertThat(again).isIn(new VoteResult.Won(held), new VoteResult.Late(held));
        assertThat(held.decidedBy()).isEqualTo(again instanceof VoteResult.Won ? "bob" : "ann");
    }
}
