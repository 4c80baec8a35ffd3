package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code carabiner lockdown}. */
@Timeout(60)
class LockdownCommandTest extends TypedCommands {

    @Test
    void denies_every_tool_call_until_it_is_lifted() {
        assertThat(carabiner("lockdown")).isZero();
        assertThat(out()).startsWith("Lockdown is on since ");
        assertThat(carabiner("run", "write a.txt: x\\n")).isEqualTo(3);
        assertThat(out()).contains("Lockdown: every tool call is denied until 'carabiner lockdown off' lifts it");
        assertThat(project.resolve("a.txt")).doesNotExist();

        assertThat(carabiner("lockdown", "off")).isZero();
        assertThat(out()).startsWith("Lockdown is off");
        assertThat(carabiner("run", "write a.txt: x\\n")).as(err()).isZero();
        assertThat(project.resolve("a.txt")).exists();
    }

    @Test
    void tells_how_it_stands_and_changes_nothing_by_that() {
        assertThat(carabiner("lockdown", "status")).isZero();
        assertThat(out()).startsWith("Lockdown is off");
        carabiner("lockdown", "on");
        carabiner("lockdown", "on");
        carabiner("lockdown", "status");
        assertThat(out()).startsWith("Lockdown is on since ");
        assertThat(home.resolve(".carabiner/lockdown")).exists();
    }

    @Test
    void is_not_for_agents() {
        carabiner("lockdown");
        environment.put("CARABINER_RUN", "x");
        for (String word : List.of("on", "off", "status")) {
            assertThat(carabiner("lockdown", word)).isEqualTo(1);
            assertThat(err()).contains("within an agent's run");
        }
        assertThat(home.resolve(".carabiner/lockdown")).exists();
    }

    @Test
    void knows_three_words() {
        assertThat(carabiner("lockdown", "of")).isEqualTo(2);
        assertThat(err()).contains("expected on, off or status, but came 'of'");
    }
}
