package dev.carabiner.host;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Makes of a framework's conversation id, which may be any text, one that can name a session and its log's directory. */
final class SessionNames {

    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,79}");
    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9._-]");

    private SessionNames() {}

    /** The id itself if it will do; else what is left of it and its digest, so that no two become one. */
    static String safe(String id) {
        if (SAFE.matcher(id).matches()) {
            return id;
        }
        String left =
                UNSAFE.matcher(id.length() > 40 ? id.substring(0, 40) : id).replaceAll("_");
        return "c" + left + "-" + digest(id);
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
