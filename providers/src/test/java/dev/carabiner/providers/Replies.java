package dev.carabiner.providers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.providers.WireServer.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Replies of all kinds, down to the framing. */
final class Replies {

    private Replies() {}

    static Reply json(int status, String body, String... headers) {
        return socket -> {
            byte[] bytes = body.getBytes(UTF_8);
            write(socket, head(status, "application/json", "Content-Length: " + bytes.length, headers), body);
        };
    }

    /** Chunked, one chunk for each piece. */
    static Reply stream(String type, List<String> pieces) {
        return socket -> {
            chunks(socket, type, pieces);
            write(socket, "0\r\n\r\n");
        };
    }

    /** A stream whose end is only that the connection is closed. */
    static Reply unframed(String type, List<String> pieces) {
        return socket -> {
            write(socket, head(200, type, "Connection: close"), String.join("", pieces));
            hangUp();
        };
    }

    /** The connection is closed before the end that the framing promises. */
    static Reply cutStream(String type, List<String> pieces) {
        return socket -> {
            chunks(socket, type, pieces);
            hangUp();
        };
    }

    static Reply cutBody(String body) {
        return socket -> {
            write(socket, head(200, "application/json", "Content-Length: " + (body.length() + 100)), body);
            hangUp();
        };
    }

    static Reply nothing() {
        return socket -> hangUp();
    }

    /** Sends some, then nothing more until the client has hung up. */
    static Reply silence(String type, List<String> pieces, CountDownLatch gone) {
        return socket -> {
            try {
                if (!pieces.isEmpty()) {
                    chunks(socket, type, pieces);
                }
                while (socket.getInputStream().read() >= 0) {
                    // only the end is of interest
                }
            } finally {
                gone.countDown();
            }
            hangUp();
        };
    }

    /** Bytes as they are. */
    static Reply raw(String bytes) {
        return socket -> {
            write(socket, bytes);
            hangUp();
        };
    }

    private static void chunks(Socket socket, String type, List<String> pieces) throws IOException {
        write(socket, head(200, type, "Transfer-Encoding: chunked"));
        for (String piece : pieces) {
            write(socket, Integer.toHexString(piece.getBytes(UTF_8).length) + "\r\n" + piece + "\r\n");
        }
    }

    private static String head(int status, String type, String length, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " Any\r\nContent-Type: " + type + "\r\n");
        head.append(length).append("\r\n");
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    private static void write(Socket socket, String... texts) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(String.join("", texts).getBytes(UTF_8));
        out.flush();
    }

    private static void hangUp() throws IOException {
        throw new IOException("as told");
    }
}
