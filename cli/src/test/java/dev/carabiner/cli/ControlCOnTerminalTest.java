package dev.carabiner.cli;

import static dev.carabiner.cli.OnTerminal.CONTROL_C;
import static dev.carabiner.cli.OnTerminal.CONTROL_D;
import static dev.carabiner.cli.OnTerminal.ENTER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.runtime.store.SessionStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C while a tool runs: the terminal makes a signal of it, for the program and not for what the tool has started. */
@Timeout(120)
class ControlCOnTerminalTest {

    private static final String SHORT = "run sleep 5; touch finished";
    private static final String LONG = "run sleep 60; touch finished";
    private static final String NEXT = "\nwrite after.txt: too late";

    @TempDir
    private Path temporary;

    private Place place;
    private OnTerminal program;

    @BeforeEach
    void makePlace() throws Exception {
        place = Place.in(temporary);
    }

    @AfterEach
    void close() throws Exception {
        program.close();
    }

    private void start(String... words) throws Exception {
        program = OnTerminal.start(place, 80, 30, Map.of(), words);
    }

    /** A prompt of several lines, as it is pasted. */
    private void paste(String prompt) throws Exception {
        program.awaitPrompt();
        program.type("\u001B[200~" + prompt + "\u001B[201~");
        program.await(text -> text.endsWith("too late"), "what was pasted");
        program.type(ENTER);
    }

    /** Waits until the tool is in the middle of its work; returns the processes that do it. */
    private List<Long> awaitTool() throws Exception {
        long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (program.children("sleep").isEmpty()) {
            assertThat(System.nanoTime()).as(program.text()).isLessThan(until);
            Thread.sleep(10);
        }
        return Stream.of("bash", "sleep")
                .flatMap(name -> program.children(name).stream())
                .toList();
    }

    private boolean finished() {
        return Files.exists(place.project().resolve("finished"));
    }

    private void assertNothingElseRan() throws Exception {
        assertThat(place.project().resolve("after.txt")).doesNotExist();
        assertThat(place.verified()).isEqualTo(Verdict.Result.GOOD);
    }

    @Test
    void once_lets_the_tool_finish_and_nothing_else_begin() throws Exception {
        start("run", SHORT + NEXT);
        awaitTool();
        program.type(CONTROL_C);
        program.await("Stopping after the running tool");
        assertThat(finished()).isFalse();

        assertThat(program.exitCode()).isEqualTo(1);
        assertThat(finished()).isTrue();
        assertNothingElseRan();
        assertThat(place.recorded("tool:post")).isOne();
        assertThat(place.recorded("session:end")).isOne();
        assertThat(place.onlySession().status()).isEqualTo(SessionStatus.USER_EXIT);
    }

    @Test
    void twice_kills_the_tool_and_all_that_it_has_started() throws Exception {
        start("run", LONG + NEXT);
        List<Long> processes = awaitTool();
        program.type(CONTROL_C);
        program.await("Stopping after the running tool");
        assertThat(processes).allMatch(OnTerminal::runs);
        program.type(CONTROL_C);

        assertThat(program.exitCode()).isEqualTo(1);
        assertThat(processes).noneMatch(OnTerminal::runs);
        assertThat(program.text()).contains("Stopping now");
        assertThat(finished()).isFalse();
        assertNothingElseRan();
        assertThat(place.recorded("session:end")).isOne();
    }

    @Test
    void in_a_conversation_the_prompt_comes_back_each_time() throws Exception {
        start("run");
        paste(SHORT + NEXT);
        awaitTool();
        program.type(CONTROL_C);
        program.await("Stopping after the running tool");
        program.awaitPrompt();
        assertThat(finished()).isTrue();
        program.enter("write later.txt: still here");
        program.await("+still here");

        paste(LONG + NEXT);
        List<Long> processes = awaitTool();
        program.type(CONTROL_C);
        program.await(
                text -> text.lines()
                                .filter(line -> line.contains("Stopping after"))
                                .count()
                        == 2,
                "a second stop");
        program.type(CONTROL_C);
        program.await("Stopping now");
        program.awaitPrompt();
        assertThat(processes).noneMatch(OnTerminal::runs);
        program.type(CONTROL_D);

        assertThat(program.exitCode()).isZero();
        assertNothingElseRan();
        assertThat(place.recorded("session:start")).isOne();
        assertThat(place.recorded("session:end")).isEqualTo(1 + place.recorded("session:resume"));
    }
}
