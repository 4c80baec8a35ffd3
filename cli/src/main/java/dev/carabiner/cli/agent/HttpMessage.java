package dev.carabiner.cli.agent;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * As much of HTTP as the installed command speaks: one POST with a length.
 *
 * @param target the path and the query
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HttpMessage(String target, byte[] body) {

    private static final int LONGEST_LINE = 8192;
    private static final int MOST_LINES = 64;
    private static final int MOST_BODY = 65 * 1024 * 1024;
    private static final Pattern TARGET =
            Pattern.compile("/([^/?]+)/([a-z]+)\\?limit=([0-9]{1,5})&event=([A-Za-z0-9_.%-]*)");

    static HttpMessage read(InputStream in) throws IOException {
        String[] request = line(in).split(" ", -1);
        if (request.length != 3 || !request[0].equals("POST")) {
            throw new IOException("It is no POST");
        }
        int length = -1;
        for (int lines = 0; lines <= MOST_LINES; lines++) {
            String header = line(in);
            if (header.isEmpty()) {
                return new HttpMessage(request[1], body(in, length));
            }
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = length(lower.substring("content-length:".length()).strip());
            }
        }
        throw new IOException("It has more than " + MOST_LINES + " lines of headers");
    }

    private static int length(String digits) throws IOException {
        if (!digits.matches("[0-9]{1,9}") || Integer.parseInt(digits) > MOST_BODY) {
            throw new IOException("Its length is " + digits);
        }
        return Integer.parseInt(digits);
    }

    private static byte[] body(InputStream in, int length) throws IOException {
        if (length < 0) {
            throw new IOException("It has no length");
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("It ends early");
        }
        return body;
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.size() > LONGEST_LINE) {
                throw new EOFException("A line does not end");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.US_ASCII).strip();
    }

    /** What is asked; null if it is for another version. */
    @Nullable
    HookRequest request(String version) throws IOException {
        Matcher parts = TARGET.matcher(target);
        if (!parts.matches()) {
            throw new IOException("There is nothing at " + target);
        }
        return parts.group(1).equals(version)
                ? new HookRequest(
                        parts.group(2),
                        URLDecoder.decode(parts.group(4), StandardCharsets.UTF_8),
                        body,
                        Instant.now()
                                .plusSeconds(Long.parseLong(parts.group(3)))
                                .minusMillis(500))
                : null;
    }

    static byte[] response(int status, String text) {
        byte[] bytes = HookServer.utf8(text);
        byte[] head = HookServer.utf8("HTTP/1.1 " + status + " -\r\nContent-Type: text/plain\r\nContent-Length: "
                + bytes.length + "\r\nConnection: close\r\n\r\n");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head);
        all.writeBytes(bytes);
        return all.toByteArray();
    }
}
