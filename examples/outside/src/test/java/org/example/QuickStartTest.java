package org.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class QuickStartTest {

    @Test
    void one_tool_runs_and_another_is_denied() {
        PrintStream before = System.out;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            QuickStart.main(new String[0]);
        } finally {
            System.setOut(before);
        }

        assertThat(written.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "Bash ran with {command=ls}", "Denied by hook: SendMoney is not for this agent");
    }
}
