package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PromptSocketsTest {

    @Test
    void a_look_at_a_connection_on_which_nothing_comes_takes_no_time() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new PromptSockets().createSocket()) {
            socket.connect(server.getLocalSocketAddress());
            InputStream in = socket.getInputStream();
            socket.setSoTimeout(1);
            Instant begin = Instant.now();
            for (int i = 0; i < 1_000; i++) {
                assertThatThrownBy(() -> in.read(new byte[1])).isInstanceOf(SocketTimeoutException.class);
            }
            assertThat(Duration.between(begin, Instant.now()))
                    .as("of a thousand looks, which would wait a millisecond each")
                    .isLessThan(Duration.ofMillis(500));
        }
    }

    @Test
    void what_has_come_is_read_by_a_look_and_a_read_waits_for_it() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new PromptSockets().createSocket()) {
            socket.connect(server.getLocalSocketAddress());
            InputStream in = socket.getInputStream();
            try (Socket other = server.accept()) {
                Thread late = Thread.ofVirtual().start(() -> {
                    try {
                        Thread.sleep(50);
                        other.getOutputStream().write(new byte[] {7, 8});
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
                assertThat(in.read(new byte[1])).isEqualTo(1);
                late.join();
                socket.setSoTimeout(1);
                byte[] next = new byte[1];
                assertThat(in.read(next)).isEqualTo(1);
                assertThat(next).containsExactly(8);
            }
        }
    }
}
