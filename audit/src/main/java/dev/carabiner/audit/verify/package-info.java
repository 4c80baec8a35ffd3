/**
 * Reading a log back, and saying whether it is what was written.
 *
 * <p>Open {@link dev.carabiner.audit.verify.LogVerifier} first: it follows section 7 of {@code docs/audit-format.md} step
 * by step. The writer uses {@link dev.carabiner.audit.verify.RecordChain} when it opens a log.
 */
@NullMarked
package dev.carabiner.audit.verify;

import org.jspecify.annotations.NullMarked;
