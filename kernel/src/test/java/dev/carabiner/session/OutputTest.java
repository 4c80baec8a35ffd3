package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.display.HookOutput;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What a hook writes to the standard streams is its output, and it may hide that and no other. */
class OutputTest {

    private final Recording recording = new Recording();

    @Test
    void a_hooks_output_goes_to_the_transcript_under_its_name() {
        recording.hooks.register("a:b", 0, "chatty", (event, data) -> {
            System.out.print("out ");
            System.err.print("err");
            return null;
        });

        recording.session().emit("a:b", Map.of());

        assertThat(recording.outputs).containsExactly(new HookOutput("out err", "hook:chatty", "a:b"));
        assertThat(recording.records(OutputCaught.class))
                .extracting(OutputCaught::suppressed)
                .containsExactly(false);
    }

    @Test
    void suppressed_output_is_only_on_the_record() {
        recording.hooks.register("a:b", 0, "discreet", (event, data) -> {
            System.out.print("noise");
            return HookResult.proceed().suppressOutput();
        });

        recording.session().emit("a:b", Map.of());

        assertThat(recording.outputs).isEmpty();
        assertThat(recording.records(OutputCaught.class))
                .extracting(OutputCaught::text)
                .containsExactly("noise");
        assertThat(recording.records(OutputCaught.class))
                .extracting(OutputCaught::suppressed)
                .containsExactly(true);
    }

    @Test
    void a_hook_that_fails_cannot_have_suppressed_anything() {
        recording.hooks.register("a:b", 0, "breaks", (event, data) -> {
            System.out.print("last words");
            throw new IllegalStateException();
        });

        recording.session().emit("a:b", Map.of());

        assertThat(recording.outputs).extracting(HookOutput::text).containsExactly("last words");
    }

    @Test
    void each_hook_has_its_own_output_also_with_a_timeout_and_inside_another() {
        var session = recording.session();
        recording.hooks.register("inner:event", 0, "inner", (event, data) -> {
            System.out.print("inner");
            return null;
        });
        recording.hooks.register(
                HookOptions.forEvent("a:b").name("timed").timeout(Duration.ofSeconds(5)), (event, data) -> {
                    System.out.print("timed");
                    return null;
                });
        recording.hooks.register("a:b", 1, "outer", (event, data) -> {
            System.out.print("before ");
            session.emit("inner:event", Map.of());
            System.out.print("after");
            return null;
        });

        session.emit("a:b", Map.of());

        assertThat(recording.outputs)
                .containsExactlyInAnyOrder(
                        new HookOutput("timed", "hook:timed", "a:b"),
                        new HookOutput("inner", "hook:inner", "inner:event"),
                        new HookOutput("before after", "hook:outer", "a:b"));
    }

    @Test
    void what_an_abandoned_hook_writes_later_is_nobody_elses() throws Exception {
        var release = new CountDownLatch(1);
        var written = new CountDownLatch(1);
        recording.hooks.register(
                HookOptions.forEvent("a:b").name("slow").timeout(Duration.ofMillis(50)), (event, data) -> {
                    awaitQuietly(release);
                    System.out.print("late");
                    written.countDown();
                    return null;
                });
        recording.hooks.register("a:b", 1, "next", (event, data) -> {
            release.countDown();
            awaitQuietly(written);
            return null;
        });

        recording.session().emit("a:b", Map.of());

        assertThat(recording.outputs).isEmpty();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        while (latch.getCount() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void a_flood_of_output_is_cut_and_says_so() {
        recording.hooks.register("a:b", 0, "flood", (event, data) -> {
            System.out.print("x".repeat(100_000));
            return null;
        });

        recording.session().emit("a:b", Map.of());

        assertThat(recording.outputs.getFirst().text())
                .hasSizeLessThan(70_000)
                .endsWith("[34464 more bytes of output were not kept]");
    }

    @Test
    void a_tools_output_passes_untouched() {
        PrintStream before = System.out;
        var seen = new ByteArrayOutputStream();
        System.setOut(new PrintStream(seen, true));
        try {
            recording.hooks.register(
                    "tool:pre", (event, data) -> HookResult.proceed().suppressOutput());
            var session = recording.session();
            session.permitTool("Echo", Map.of());
            System.out.print("the tool's own");
        } finally {
            System.setOut(before);
        }

        assertThat(seen.toString()).isEqualTo("the tool's own");
    }
}
