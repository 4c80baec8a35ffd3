package dev.carabiner.audit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAnchorTest {

    private static final byte[] NOTE = "note".getBytes(StandardCharsets.US_ASCII);

    @Nested
    class A_server_that_never_ends_its_answer {

        private ServerSocket server;

        @BeforeEach
        void listen() throws IOException {
            server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        }

        @AfterEach
        void close() throws IOException {
            server.close();
        }

        /** Answers with a status and a body that does not come. */
        private Anchor answering(String status) {
            Thread.ofVirtual().start(() -> {
                try (Socket socket = server.accept();
                        InputStream in = socket.getInputStream()) {
                    in.read(new byte[2_000]);
                    String head = "HTTP/1.1 " + status + "\r\nContent-Length: 1000000\r\n\r\n..";
                    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                    while (in.read() >= 0) { // until the other side has had enough
                        Thread.onSpinWait();
                    }
                } catch (IOException e) {
                    Thread.currentThread().interrupt();
                }
            });
            return Anchor.http(URI.create("http://127.0.0.1:" + server.getLocalPort() + "/"));
        }

        @Test
        void has_kept_the_note_when_it_says_so() {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(9), () -> answering("200 OK").keep(NOTE));
        }

        @Test
        void has_failed_when_it_says_so() {
            assertTimeoutPreemptively(
                    Duration.ofSeconds(9),
                    () -> assertThatThrownBy(() -> answering("503 No").keep(NOTE))
                            .hasMessage("it answered with status 503"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http:///a?token=SEKRET", "ftp://host/SEKRET", "/SEKRET", "http:SEKRET", "file:///etc/SEKRET"})
    void an_address_that_is_none_is_refused_without_repeating_it(String address) {
        assertThatThrownBy(() -> Anchor.http(URI.create(address)))
                .isInstanceOf(AuditLogException.class)
                .hasMessageContaining("http")
                .message()
                .doesNotContain("SEKRET");
    }

    @Test
    void its_name_says_nothing_but_the_host() {
        assertThat(Anchor.http(URI.create("HTTPS://ann:SEKRET@example.org/SEKRET?SEKRET"))
                        .name())
                .isEqualTo("http example.org");
    }
}
