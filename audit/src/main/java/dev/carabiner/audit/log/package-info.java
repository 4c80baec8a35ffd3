/**
 * The audit log as files: one writer thread, records acknowledged when they are on disk, signed checkpoints.
 *
 * <p>Open {@link dev.carabiner.audit.log.FileAuditLog} first. A record's way: {@code RecordEncoder} on the caller's thread,
 * {@code AppendQueue} where it gets its number and hash, {@code LogWriter} on the writer thread, and beside it the
 * {@code CheckpointSigner}. The format is described in {@code docs/audit-format.md}.
 */
@NullMarked
package dev.carabiner.audit.log;

import org.jspecify.annotations.NullMarked;
