package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.verify.Progress;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.testkit.ChildJvm;
import dev.carabiner.testkit.SampleRecords;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that is killed while its producers are at full speed loses nothing that it acknowledged; nor does it, in every
 * other round, when its machine loses power.
 */
class KillTest {

    private static final int ROUNDS = Progress.LONG ? 300 : 20;

    @TempDir
    Path directory;

    @Test
    void no_acknowledged_record_is_lost() throws Exception {
        Progress progress = new Progress("rounds of kill -9", ROUNDS);
        List<String> acknowledged = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            String disk = round % 2 == 0 ? "real" : "losing";
            acknowledged.addAll(killedOnTheWay(disk, "r" + round));

            assertThat(Records.verify(directory).result()).as("round " + round).isNotEqualTo(Result.TAMPERED);
            progress.step();
        }
        FileAuditLog.open(directory).close();

        assertThat(Records.verify(directory).result()).isEqualTo(Result.GOOD);
        assertThat(acknowledged).hasSizeGreaterThan(ROUNDS);
        Set<String> onDisk = new HashSet<>(Records.texts(directory, "permit_used", "permit"));
        assertThat(acknowledged).allMatch(onDisk::contains);
        progress.end(acknowledged.size() + " records acknowledged, none lost");
    }

    /** A bug on purpose: the rounds above would be worth nothing if they did not find it. */
    @Test
    void what_a_disk_lost_that_only_says_it_has_forced_is_noticed() throws Exception {
        List<String> acknowledged = killedOnTheWay("lying", "r");

        String onDisk = Files.readString(directory.resolve("segment-000001.jsonl"));
        assertThat(acknowledged).isNotEmpty().noneMatch(it -> onDisk.contains('"' + it + '"'));
    }

    /** What the child said was acknowledged before it was killed; a line that was cut off says nothing. */
    private List<String> killedOnTheWay(String disk, String round) throws IOException, InterruptedException {
        List<String> acknowledged = new ArrayList<>();
        Process child = ChildJvm.start(Producers.class, directory.toString(), round, disk);
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            int enough = ThreadLocalRandom.current().nextInt(1, 400);
            for (String line = out.readLine(); line != null; line = out.readLine()) {
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

    /** Run in a process of its own: says a record's name when it is acknowledged. */
    static final class Producers {

        private static Storage disk(String kind) {
            return kind.equals("real") ? new DiskStorage() : new PowerCutStorage(kind.equals("lying"));
        }

        public static void main(String[] args) throws Exception {
            AuditLogOptions options = AuditLogOptions.in(Path.of(args[0])).segmentsOf(300_000);
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            try (FileAuditLog log = FileAuditLog.open(options, disk(args[2]));
                    var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int thread = 0; thread < 32; thread++) {
                    String name = args[1] + " t" + thread + " ";
                    threads.execute(() -> {
                        for (int i = 0; i < 20_000; i++) {
                            log.append(SampleRecords.buffered("between"));
                            log.append(SampleRecords.durable(name + i));
                            out.println(name + i + ".");
                        }
                    });
                }
            }
        }
    }
}
