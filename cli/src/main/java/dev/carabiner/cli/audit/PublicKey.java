package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.VerifierKey;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What is behind {@code --pub}: a key, or a file that holds one. */
final class PublicKey {

    private static final int LONGEST_FILE = 4_096;

    private PublicKey() {}

    static VerifierKey of(String text) {
        VerifierKey key = VerifierKey.parse(text);
        if (key == null) {
            key = in(Path.of(text));
        }
        if (key == null) {
            throw new UsageException("'" + text + "' is neither a public key nor a file that holds one");
        }
        return key;
    }

    private static @Nullable VerifierKey in(Path file) {
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(LONGEST_FILE + 1);
            String text = new String(content, StandardCharsets.ISO_8859_1);
            return content.length > LONGEST_FILE
                    ? null
                    : VerifierKey.parse(text.replaceAll("^[ \\t\\r\\n]+|[ \\t\\r\\n]+$", ""));
        } catch (IOException e) {
            throw new UsageException("The public key cannot be read: " + Failure.shown(e));
        }
    }
}
