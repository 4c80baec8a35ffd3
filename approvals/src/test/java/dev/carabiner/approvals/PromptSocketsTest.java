package dev.carabiner.approvals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A look finds what has arrived and waits for nothing; every other read waits as ever. */
class PromptSocketsTest {

    private static final int LOOKS = 1_000;

    private ServerSocket listener;
    private Socket socket;
    private Socket peer;
    private InputStream in;

    @BeforeEach
    void connect() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        socket = new PromptSockets().createSocket(listener.getInetAddress(), listener.getLocalPort());
        peer = listener.accept();
        in = socket.getInputStream();
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        peer.close();
        listener.close();
    }

    @Test
    void looks_do_not_wait_where_nothing_has_arrived() throws IOException {
        socket.setSoTimeout(PromptSockets.LOOK_MILLIS);
        long start = System.nanoTime();
        for (int i = 0; i < LOOKS; i++) {
            assertThatThrownBy(() -> in.read(new byte[8], 0, 8)).isInstanceOf(SocketTimeoutException.class);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isLessThan(Duration.ofMillis(LOOKS * PromptSockets.LOOK_MILLIS));
    }

    @Test
    void a_look_finds_what_has_arrived() throws IOException {
        peer.getOutputStream().write(7);
        socket.setSoTimeout(5_000);
        assertThat(in.read()).isEqualTo(7);
        peer.getOutputStream().write(new byte[] {8, 9});
        assertThat(in.read()).isEqualTo(8);
        socket.setSoTimeout(PromptSockets.LOOK_MILLIS);
        assertThat(in.read()).isEqualTo(9);
    }

    @Test
    void a_read_after_a_look_waits_and_sees_the_end() throws Exception {
        socket.setSoTimeout(PromptSockets.LOOK_MILLIS);
        assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class);
        socket.setSoTimeout(0);
        Thread later = Thread.startVirtualThread(() -> {
            try {
                Thread.sleep(50);
                peer.getOutputStream().write(1);
                peer.close();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(in.read()).isEqualTo(1);
        assertThat(in.read()).isEqualTo(-1);
        later.join();
    }
}
