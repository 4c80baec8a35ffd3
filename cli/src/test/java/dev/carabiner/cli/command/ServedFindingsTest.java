package dev.carabiner.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.engine.check.Finding.Kind;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ServedFindingsTest {

    private static final Finding FINDING =
            Finding.note(new Position("b.yaml", 3), Kind.RULES, "it has ended", "remove it");

    private final AtomicInteger checks = new AtomicInteger();

    @Test
    void are_looked_for_when_they_are_asked_for_and_only_once() {
        ServedFindings findings = new ServedFindings(() -> {
            checks.incrementAndGet();
            return List.of(FINDING);
        });
        assertThat(checks).hasValue(0);

        for (int i = 0; i < 3; i++) {
            assertThat(findings.soFar()).containsExactly(FINDING);
        }
        assertThat(checks).hasValue(1);
    }

    @Test
    void are_not_known_as_long_as_a_hook_takes_its_time() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        ServedFindings findings = new ServedFindings(() -> {
            checks.incrementAndGet();
            gate.await();
            return List.of(FINDING);
        });
        assertThat(findings.soFar()).isNull();
        assertThat(findings.soFar()).isNull();

        gate.countDown();
        List<Finding> found = findings.soFar();
        while (found == null) {
            found = findings.soFar();
        }
        assertThat(found).containsExactly(FINDING);
        assertThat(checks).hasValue(1);
    }

    @Test
    void that_cannot_be_looked_for_are_one_that_says_why() {
        ServedFindings findings = new ServedFindings(() -> {
            throw new IllegalStateException("there is no sandbox");
        });

        assertThat(findings.soFar())
                .singleElement()
                .satisfies(it -> assertThat(it.message()).contains("there is no sandbox"))
                .satisfies(it -> assertThat(it.hooks()).isEmpty());
    }
}
