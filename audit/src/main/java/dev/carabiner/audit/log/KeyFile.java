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
        storage.delete(files.rootKey());
        prepare(key);
        promote();
        return key;
    }

    /** Puts the root key where people find it, if it is not there; not before there is a log that it belongs to. */
    void export(VerifierKey root) throws IOException {
        if (Files.exists(files.rootKey())) {
            return;
        }
        byte[] text = (root.text() + "\n").getBytes(StandardCharsets.US_ASCII);
        storage.place(files.newRootKey(), files.rootKey(), text, text.length);
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
        try (Storage.LogChannel channel = storage.append(files.nextKey())) {
            channel.write(text, 0, text.length);
            channel.force();
        }
        storage.forceDirectory(files.directory());
    }

    /**
     * The next key takes the place of the old one, whose bytes are written over first: once it has lost its name, a crash
     * would leave them on the disk for good.
     */
    void promote() throws IOException {
        if (Files.exists(files.key())) {
            storage.overwrite(files.key(), new byte[(int) Files.size(files.key())]);
        }
        storage.move(files.nextKey(), files.key());
        storage.forceDirectory(files.directory());
    }

    private static @Nullable SigningKey read(Path file) throws IOException {
        return Files.exists(file)
                ? SigningKey.parse(Files.readString(LogFiles.regular(file), StandardCharsets.ISO_8859_1))
                : null;
    }
}
