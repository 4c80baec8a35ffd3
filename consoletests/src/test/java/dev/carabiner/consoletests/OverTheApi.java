package dev.carabiner.consoletests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.consoletests.Desk.Answer;
import dev.carabiner.event.EventData;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The API as programs use it, and as attackers try to. Every answer is held against docs/api.yaml. */
@Timeout(120)
abstract class OverTheApi {

    /** What each class has called, also in an earlier try of some of its tests. */
    private static final Map<Class<?>, Description> CALLED = new ConcurrentHashMap<>();

    private static Description shared;

    @TempDir
    Path directory;

    Description description;
    Desk desk;

    @BeforeAll
    static void read(TestInfo info) throws Exception {
        Description fresh = new Description();
        shared = Objects.requireNonNullElse(
                CALLED.putIfAbsent(info.getTestClass().orElseThrow(), fresh), fresh);
    }

    @BeforeEach
    void open() {
        description = shared;
        desk = new Desk(directory, description);
    }

    @AfterEach
    void close() {
        desk.close();
    }

    /** Classes run one after another, so that what was called is what this one has called. */
    @AfterAll
    static void every_operation_of_the_topic_was_called(TestInfo info) {
        assertThat(shared.uncalled(
                        ApiTopic.of(info.getTestClass().orElseThrow()).paths()))
                .isEmpty();
    }

    State state(ApprovalRequest request) {
        return desk.database.store().read(request.id()).state();
    }

    Answer shown(ApprovalRequest request) throws Exception {
        return desk.get(Desk.APPROVER, "/approvals/" + request.id());
    }

    Answer decide(ApprovalRequest request, EventData body) throws Exception {
        return desk.post(Desk.APPROVER, "/approvals/" + request.id() + "/decision", body);
    }
}
