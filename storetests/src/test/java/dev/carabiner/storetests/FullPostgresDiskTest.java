package dev.carabiner.storetests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approvals.ApprovalDatabase;
import dev.carabiner.approvals.ApprovalStoreException;
import dev.carabiner.testkit.TestRequests;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The disk of a PostgreSQL server is full, and then has space again. It takes root: the disk is a small one in memory. */
@Timeout(400)
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class FullPostgresDiskTest {

    private static final int MOST = 3_000;

    @TempDir
    private Path directory;

    private final Ledger ledger = new Ledger();
    private final Random random = new Random(7);
    private Path disk;
    private PostgresNode server;

    @BeforeEach
    void start() throws Exception {
        disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=160m,mode=700", "tmpfs", disk.toString()) == 0,
                "A disk in memory cannot be mounted here, so that none can be filled");
        server = new PostgresNode(PostgresPair.binaries(), disk.resolve("server"));
        server.init();
        server.start();
        server.query("CREATE DATABASE approvals");
    }

    @AfterEach
    void end() throws Exception {
        if (server != null && server.isRunning()) {
            server.kill();
        }
        run("umount", disk.toString());
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Test
    void takes_nothing_that_it_cannot_keep_loses_nothing_and_goes_on_when_there_is_space() throws Exception {
        String address = "postgresql://postgres@127.0.0.1:" + server.port() + "/approvals?socketTimeout=10";
        try (ApprovalDatabase database = ApprovalDatabase.postgresql(address, "unused")) {
            ApprovalStore store = database.store();
            ApprovalRequest first = asked(store, TestRequests.about("ls"));
            CompletableFuture<StoredApproval> agent = waiting(store, first);
            Path ballast = fill();

            String refused = askUntilRefused(store);
            boolean died = !server.isRunning();
            assertThat(agent).isNotDone();
            Files.delete(ballast);
            if (died) {
                server.start(); // as its operator would
            }

            asked(store, TestRequests.about("ls -l"));
            ledger.tried(first.id(), "ann", "Allow once");
            VoteResult vote = store.decide(first.id(), first.digest(), "ann", "desk", "Allow once", true, "");
            assertThat(vote).isInstanceOf(VoteResult.Won.class);
            ledger.won(first.id(), "ann", "Allow once");
            assertThat(agent.get(60, TimeUnit.SECONDS).state()).isEqualTo(State.ALLOWED);
            System.out.println("A full disk of PostgreSQL, whose server " + (died ? "died" : "went on") + ": "
                    + ledger.check(store) + "; refused: " + refused);
        }
    }

    private ApprovalRequest asked(ApprovalStore store, ApprovalRequest request) {
        store.request(request);
        ledger.asked(request.id());
        return request;
    }

    private static CompletableFuture<StoredApproval> waiting(ApprovalStore store, ApprovalRequest request) {
        return CompletableFuture.supplyAsync(() -> {
            while (true) {
                try {
                    StoredApproval stored = store.await(request.id(), Duration.ofMinutes(5));
                    if (stored.decision() != null) {
                        return stored;
                    }
                } catch (ApprovalStoreException e) {
                    continue; // the server may be away
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
    }

    /** A file that takes all that is left. */
    private Path fill() throws IOException {
        Path ballast = disk.resolve("ballast");
        byte[] piece = new byte[64 * 1024];
        try (OutputStream out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(piece);
            }
        } catch (IOException e) {
            return ballast; // full, as it should be
        }
    }

    /** Requests that do not fit into what the server has set aside; returns why one was refused. */
    private String askUntilRefused(ApprovalStore store) {
        byte[] bytes = new byte[16 * 1024];
        for (int i = 0; i < MOST; i++) {
            random.nextBytes(bytes);
            try {
                asked(store, TestRequests.about("echo " + HexFormat.of().formatHex(bytes)));
            } catch (ApprovalStoreException e) {
                ledger.failed();
                return String.valueOf(e.getMessage());
            }
        }
        throw new AssertionError("The disk did not get full");
    }
}
