package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.cli.terminal.Styles;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code serve} says to a file of tokens that it cannot take. It never says a token. */
@Timeout(60)
class ServeTokensTest {

    private static final String TOKEN = "0123456789abcdefghijklmnopqrstuvwxyz";

    @TempDir
    private Path temporary;

    private String refused(String lines) throws IOException {
        Path file = Files.writeString(temporary.resolve("tokens"), lines);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                new Surroundings(
                        temporary,
                        temporary,
                        Map.of(),
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        Styles.PLAIN,
                        0,
                        false,
                        false),
                "serve",
                "--port",
                "0",
                "--tokens",
                file.toString());
        String said = err.toString(StandardCharsets.UTF_8);
        assertThat(code).as(said).isEqualTo(1);
        assertThat(said).doesNotContain(TOKEN);
        return said;
    }

    @Nested
    class A_line {

        @Test
        void of_a_name_that_is_the_kernels_own_says_so() throws IOException {
            assertThat(refused("approver kernel " + TOKEN)).contains("tokens:1", "kernel's own");
        }

        @Test
        void of_another_form_says_what_is_expected() throws IOException {
            for (String line : new String[] {
                "admin ann " + TOKEN,
                "approver ann",
                "approver ann short",
                "approver ann " + TOKEN + " more",
                "# approver"
            }) {
                assertThat(refused("\n" + line))
                        .as(line)
                        .contains("tokens:2", "expected requester, viewer or approver");
            }
        }

        @Test
        void with_the_token_of_another_one_is_refused_since_one_of_their_roles_would_be_lost() throws IOException {
            assertThat(refused("requester ci " + TOKEN + "\napprover ann " + TOKEN))
                    .contains("tokens:2", "that no other line has");
        }
    }
}
