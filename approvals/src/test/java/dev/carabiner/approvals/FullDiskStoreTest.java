package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.testkit.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** No file of the process may grow any more: as a full disk is to SQLite. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class FullDiskStoreTest {

    private static final int SMALL = 400_000;

    @TempDir
    private Path directory;

    private final List<String> said = new ArrayList<>();

    @Test
    void takes_nothing_that_it_cannot_keep_loses_nothing_and_goes_on_when_there_is_space() throws Exception {
        Path file = directory.resolve("approvals.db");
        Process process = ChildJvm.start(FilledStore.class, file.toString());
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            until(out, "asked ");
            limit(process, String.valueOf(SMALL));
            goOn(process);
            until(out, "votes ");
            limit(process, "unlimited");
            goOn(process);
            until(out, "votes ");
        }
        assertThat(process.waitFor()).isZero();

        assertThat(said).anyMatch(it -> it.startsWith("full ") && it.contains(file.toString()));
        assertThat(said).contains("reads PENDING", "votes failed", "votes Won");
        assertThat(said).anyMatch(it -> it.startsWith("calls DENIED") && it.contains("Approval system failed"));
        List<String> asked = said.stream()
                .filter(it -> it.startsWith("asked "))
                .map(it -> it.substring(6))
                .toList();
        String refused = said.stream()
                .filter(it -> it.startsWith("full "))
                .map(it -> it.split(" ", -1)[1])
                .findFirst()
                .orElseThrow();
        try (ApprovalDatabase database = ApprovalDatabase.sqlite(file)) {
            assertThat(asked)
                    .allSatisfy(id -> assertThat(database.store().read(id)).isNotNull());
            assertThat(database.store().read(asked.getFirst()).state()).isEqualTo(State.ALLOWED);
            assertThat(database.store().read(refused)).isNull();
        }
        System.out.println("A full disk: " + asked.size() + " requests acknowledged, 0 lost; 1 refused, not kept");
    }

    private void until(BufferedReader out, String prefix) throws IOException {
        String line = out.readLine();
        while (line != null) {
            said.add(line);
            if (line.startsWith(prefix)) {
                return;
            }
            line = out.readLine();
        }
        throw new AssertionError("It ended: " + said);
    }

    private static void goOn(Process process) throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    private static void limit(Process process, String bytes) throws Exception {
        Process set = new ProcessBuilder(
                        "prlimit", "--pid", String.valueOf(process.pid()), "--fsize=" + bytes + ":unlimited")
                .redirectErrorStream(true)
                .start();
        String problem = new String(set.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(set.waitFor()).as(problem).isZero();
    }
}
