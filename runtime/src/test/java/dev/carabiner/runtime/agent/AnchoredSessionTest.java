package dev.carabiner.runtime.agent;

import static dev.carabiner.runtime.agent.Script.call;
import static dev.carabiner.runtime.agent.Script.calls;
import static dev.carabiner.runtime.agent.Script.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.engine.SessionException;
import dev.carabiner.engine.bundle.AnchorSpec;
import dev.carabiner.engine.bundle.AuditKeys;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.runtime.store.SessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a bundle says of the audit log holds for the sessions that are made from it. */
@Timeout(60)
class AnchoredSessionTest {

    @TempDir
    Path temp;

    private SessionStore store() {
        return SessionStore.at(temp.resolve("sessions"));
    }

    private Stage stage() {
        Path anchors = temp.resolve("elsewhere/anchors");
        return new Stage()
                .in(temp)
                .tool(Stage.tool("Pay", false, (input, run) -> "paid"))
                .audit(SectionValues.NONE
                        .with(AuditKeys.SECRETS, List.of("card"))
                        .with(AuditKeys.ANCHORS, List.of(new AnchorSpec.Directory(anchors))));
    }

    private Path anchorOf(Session session) {
        return temp.resolve("elsewhere/anchors").resolve(session.id() + ".notes");
    }

    private Verdict verify(Session session) throws IOException {
        return LogVerifier.verify(store().auditDirectory(session.id()), null, List.of(anchorOf(session)));
    }

    private Session run(Script script) {
        Session session = stage().builder(script).store(store()).start();
        session.prompt("go");
        session.close();
        return session;
    }

    @Test
    void each_session_is_vouched_for_by_a_file_of_its_own_elsewhere() throws IOException {
        Session one = run(Script.of(text("ok")));
        Session other = run(Script.of(text("ok")));

        assertThat(verify(one).result()).isEqualTo(Verdict.Result.GOOD);
        assertThat(verify(other).result()).isEqualTo(Verdict.Result.GOOD);
        assertThat(anchorOf(one)).isNotEqualTo(anchorOf(other));
    }

    @Test
    void what_was_cut_off_is_found_out() throws IOException {
        Session session = run(Script.of(text("ok")));
        Path log = store().auditDirectory(session.id());
        List<String> lines = Files.readAllLines(log.resolve("segment-000001.jsonl"));
        Files.write(log.resolve("segment-000001.jsonl"), lines.subList(0, lines.size() - 2));
        Files.writeString(log.resolve("checkpoints"), "");

        assertThat(verify(session).result()).isEqualTo(Verdict.Result.TAMPERED);
    }

    @Test
    void a_resumed_session_goes_on_in_the_same_file() throws IOException {
        Session session = run(Script.of(text("ok")));
        long before = Files.size(anchorOf(session));
        Session resumed =
                stage().builder(Script.of(text("again"))).store(store()).resume(session.id());
        resumed.prompt("more");
        resumed.close();

        assertThat(Files.size(anchorOf(resumed))).isGreaterThan(before);
        assertThat(verify(resumed).result()).isEqualTo(Verdict.Result.GOOD);
    }

    @Test
    void no_other_log_than_that_of_a_store_is_taken_for_it() {
        assertThatThrownBy(() -> stage().start(Script.of(text("ok"))))
                .isInstanceOf(SessionException.class)
                .hasMessageContaining("session.audit names anchors or secrets");
        assertThatThrownBy(() -> stage().builder(Script.of(text("ok")))
                        .store(store())
                        .audit(AuditLog.none())
                        .start())
                .hasMessageContaining("no audit log of its own");
    }

    @Test
    void what_is_secret_is_kept_apart() throws IOException {
        Session session = run(Script.of(calls(call("1", "Pay", "card", "4111-1111")), text("ok")));

        assertThat(Files.readString(store().auditDirectory(session.id()).resolve("segment-000001.jsonl")))
                .contains("\"Pay\"")
                .doesNotContain("4111-1111");
        assertThat(verify(session).result()).isEqualTo(Verdict.Result.GOOD);
    }
}
