package dev.carabiner.guard.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.testkit.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several real processes share one rule file; some of them are killed. */
class RuleProcessesTest {

    private static final int MANY = 999_999;

    @TempDir
    Path temp;

    @Test
    void never_take_a_use_twice() throws Exception {
        RuleStore store = RuleStore.inFile(temp.resolve("rules"));
        new ApprovalRules(store, temp).add(RuleWorld.allowShell("git log").uses(60));

        List<Process> children = List.of(child(), child(), child());
        start();
        int granted = 0;
        for (Process child : children) {
            granted += Integer.parseInt(new String(child.getInputStream().readAllBytes()).strip());
            assertThat(child.waitFor()).isZero();
        }

        assertThat(granted).isEqualTo(60);
        assertThat(store.load().getFirst().usesLeft()).isZero();
    }

    @Test
    void leave_a_complete_file_when_they_are_killed() throws Exception {
        RuleStore store = RuleStore.inFile(temp.resolve("rules"));
        ApprovalRules rules = new ApprovalRules(store, temp);
        rules.add(RuleWorld.allowShell("git log").uses(MANY));
        Random random = new Random(7);
        start();
        int before = MANY;

        for (int i = 0; i < 4; i++) {
            Process child = child();
            awaitUse(store, before);
            Thread.sleep(random.nextInt(40));
            child.destroyForcibly().waitFor(10, TimeUnit.SECONDS);

            int left = usesLeft(store);
            assertThat(RuleWorld.run(rules, "git log")).isEqualTo(new Ruling.Allowed("allow"));
            before = usesLeft(store);
            assertThat(before).isEqualTo(left - 1);
        }
    }

    private static int usesLeft(RuleStore store) {
        Integer left = store.load().getFirst().usesLeft();
        return left == null ? -1 : left;
    }

    private static void awaitUse(RuleStore store, int before) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (usesLeft(store) >= before && System.nanoTime() < deadline) {
            Thread.sleep(5);
        }
    }

    private void start() throws IOException {
        Files.createFile(temp.resolve("start"));
    }

    private Process child() throws IOException {
        return ChildJvm.start(Child.class, temp.toString());
    }

    /** Uses the rule until it is spent, and tells how often it was granted. */
    static final class Child {

        private Child() {}

        public static void main(String[] args) throws InterruptedException {
            Path directory = Path.of(args[0]);
            ApprovalRules rules = new ApprovalRules(RuleStore.inFile(directory.resolve("rules")), directory);
            while (!Files.exists(directory.resolve("start"))) {
                Thread.sleep(2);
            }
            int granted = 0;
            while (RuleWorld.run(rules, "git log") instanceof Ruling.Allowed) {
                granted++;
            }
            System.out.println(granted);
        }
    }
}
