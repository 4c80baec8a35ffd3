package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.VerifierKey;
import java.io.IOException;

/** What is behind {@code --pub}: a key, or a file that holds one. */
final class PublicKey {

    private PublicKey() {}

    static VerifierKey of(String text) {
        VerifierKey key;
        try {
            key = VerifierKey.named(text);
        } catch (IOException e) {
            throw new UsageException("The public key cannot be read: " + Failure.shown(e));
        }
        if (key == null) {
            throw new UsageException("'" + text + "' is neither a public key nor a file that holds one");
        }
        return key;
    }
}
