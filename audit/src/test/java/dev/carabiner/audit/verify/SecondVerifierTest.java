package dev.carabiner.audit.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SecondVerifierTest {

    @Test
    void passes_its_own_tests() throws Exception {
        Path tools = SecondVerifier.tools();
        Process tests = new ProcessBuilder("python3", "-B", "-m", "unittest", "test_verify_audit")
                .directory(tools.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(tests.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(tests.waitFor()).as(output).isZero();
        assertThat(output).contains("\nOK");
    }
}
