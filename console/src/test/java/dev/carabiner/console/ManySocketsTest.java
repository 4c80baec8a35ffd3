package dev.carabiner.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand connections that say nothing: no more than the limit is taken, and who was there goes on. */
@Timeout(180)
class ManySocketsTest {

    private static final int LIMIT = 1_024;

    @TempDir
    private Path directory;

    @Test
    void keep_no_one_out_for_long_and_take_no_more_than_the_limit() throws Exception {
        long files = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : 4_000;
        int count = (int) Math.min(10_000, files - LIMIT - 500);
        List<SocketChannel> flood = new ArrayList<>();
        try (Served served = new Served(directory);
                Socket before = new Socket("127.0.0.1", served.console.port())) {
            assertThat(asked(served, before)).contains(" 200 ");
            int most = 0;
            for (int i = 0; i < count; i++) {
                flood.add(opened(served));
                most = Math.max(most, i % 100 == 0 ? served.console.connections() : 0);
                if (i % 1_000 == 0) {
                    assertThat(asked(served, before)).as("after " + i).contains(" 200 ");
                }
            }
            long full = System.nanoTime();
            assertThat(served.get(Served.ANN, "/approvals").status()).isEqualTo(200);
            long millis = (System.nanoTime() - full) / 1_000_000;
            System.out.println(count + " idle sockets: " + most + " connections at most, a new one was answered after "
                    + millis + " ms, while they were open");
            assertThat(most).isBetween(count < LIMIT ? 1 : LIMIT / 2, LIMIT + 8);
        } finally {
            for (SocketChannel each : flood) {
                each.close();
            }
        }
    }

    /** Without waiting: beyond the limit the system keeps some, and drops the rest. */
    private static SocketChannel opened(Served served) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.connect(new InetSocketAddress("127.0.0.1", served.console.port()));
        return channel;
    }

    /** The first line of the answer on a connection that stays open. */
    private static String asked(Served served, Socket socket) throws IOException {
        String head = "GET /api/v1/me HTTP/1.1\r\nHost: " + served.host() + "\r\nAuthorization: Bearer " + Served.ANN
                + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        String first = in.readLine();
        int length = 0;
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            length = line.startsWith("Content-Length:")
                    ? Integer.parseInt(line.substring(15).strip())
                    : length;
        }
        in.skip(length);
        return String.valueOf(first);
    }
}
