package dev.carabiner.audit.log;

import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.MerkleTree;
import dev.carabiner.audit.format.Note;
import dev.carabiner.audit.format.SigningKey;
import dev.carabiner.event.EventData;
import org.jspecify.annotations.Nullable;

/**
 * A log on disk, put in order and ready to be continued.
 *
 * @param records how many records the segment has
 * @param lastHash the hash of the last record
 * @param ended whether the segment has ended and the next has not begun
 * @param recovered what to put on record about what a crash had left; null if it had left nothing
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once, never compared
record OpenedLog(
        LogFiles files,
        Storage storage,
        KeyFile keyFile,
        SigningKey key,
        int segment,
        long records,
        MerkleTree tree,
        byte[] lastHash,
        boolean ended,
        @Nullable Note lastNote,
        @Nullable EventData recovered) {}
