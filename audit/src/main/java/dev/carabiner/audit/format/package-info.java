/**
 * The log's format as code: what the writer writes and a verifier reads. Described in {@code docs/audit-format.md}.
 *
 * <p>Open {@link dev.carabiner.audit.format.RecordLine} first. Everything here works on bytes and knows no files but
 * their names.
 */
@NullMarked
package dev.carabiner.audit.format;

import org.jspecify.annotations.NullMarked;
