package dev.carabiner.audit.log;

import dev.carabiner.audit.format.SigningKey;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Where the log stands: how many records, the tree's root over them, the key to sign it with and the files it ends in.
 *
 * @param secrets null as long as the segment has none
 */
@SuppressWarnings("ArrayRecordComponent") // handed from thread to thread, never compared
record Head(
        long size,
        byte[] root,
        SigningKey key,
        SoundChannel file,
        @Nullable SoundChannel secrets) {

    /** Openings first, so that no record is kept whose openings are lost. */
    void force() throws IOException {
        if (secrets != null) {
            secrets.force();
        }
        file.force();
    }
}
