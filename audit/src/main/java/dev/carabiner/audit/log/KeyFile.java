package dev.carabiner.audit.log;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.SigningKey;
import dev.carabiner.audit.format.VerifierKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The private key in use, and the next one while it takes over. The old one is written over, not only unlinked. */
final class KeyFile {

    private final LogFiles files;
    private final Storage storage;

    KeyFile(LogFiles files, Storage storage) {
        this.files = files;
        this.storage = storage;
    }

    /** The key of a log that is being made. A crash may have left one that nothing was signed with. */
    SigningKey first(String origin) throws IOException {
        SigningKey key = SigningKey.generate(origin);
        prepare(key);
        promote();
        try (Storage.LogChannel export = storage.append(files.rootKey())) {
            byte[] text = (key.verifier().text() + "\n").getBytes(StandardCharsets.US_ASCII);
            export.truncate(0);
            export.overwrite(text);
            export.truncate(text.length);
            export.force();
        }
        return key;
    }

    /** The key that goes with that public one; completes a take-over that a crash has interrupted. */
    SigningKey load(VerifierKey verifier) throws IOException {
        SigningKey key = read(files.key());
        SigningKey next = read(files.nextKey());
        if (key != null && key.verifier().equals(verifier)) {
            storage.delete(files.nextKey());
            return key;
        }
        if (next != null && next.verifier().equals(verifier)) {
            promote();
            return next;
        }
        throw new AuditLogException("The file " + files.key() + " does not hold the private key of " + verifier
                + "; without it the log cannot be continued");
    }

    void prepare(SigningKey next) throws IOException {
        storage.delete(files.nextKey());
        byte[] text = next.text();
        try (Storage.LogChannel file = storage.append(files.nextKey())) {
            file.write(text, 0, text.length);
            file.force();
        }
        storage.forceDirectory(files.directory());
    }

    /** The next key takes the place of the old one, whose bytes are then written over. */
    void promote() throws IOException {
        if (!Files.exists(files.key())) {
            storage.move(files.nextKey(), files.key());
        } else {
            int length = (int) Files.size(files.key());
            try (Storage.LogChannel old = storage.append(files.key())) {
                storage.move(files.nextKey(), files.key());
                old.overwrite(new byte[length]);
                old.force();
            }
        }
        storage.forceDirectory(files.directory());
    }

    private static @Nullable SigningKey read(Path file) throws IOException {
        return Files.exists(file) ? SigningKey.parse(Files.readString(file, StandardCharsets.ISO_8859_1)) : null;
    }
}
