package dev.carabiner.cli.agent;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Asks a service that is running, as the installed command does. */
public final class HookClient {

    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private HookClient() {}

    /** The answer; null if no service of this user and this version is there. */
    public static @Nullable Said ask(Path socket, String version, HookRequest request) {
        if (!Files.exists(socket)) {
            return null;
        }
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            if (!SocketPeer.of(channel).equals(SocketPeer.self())) {
                return null; // what another user's process says is no answer
            }
            long limit = Math.max(
                    1, Duration.between(Instant.now(), request.deadline()).toSeconds());
            OutputStream out = Channels.newOutputStream(channel);
            out.write(HookServer.utf8("POST /" + version + "/" + request.agent() + "?limit=" + limit + "&event="
                    + URLEncoder.encode(request.event(), StandardCharsets.UTF_8) + " HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Length: " + request.payload().length + "\r\n\r\n"));
            out.write(request.payload());
            out.flush();
            InputStream in = Channels.newInputStream(channel);
            String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            int body = text.indexOf("\r\n\r\n");
            return text.startsWith("HTTP/1.1 200 ") && body > 0 ? Framed.read(text.substring(body + 4)) : null;
        } catch (IOException e) {
            return null;
        }
    }
}
