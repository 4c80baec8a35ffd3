/**
 * Measures what the audit log costs, beside the least that a chain of hashes, a forced write and a look at every byte can
 * cost, and beside Chronicle Queue. Open {@link dev.carabiner.bench.audit.Part} first: it lists what is measured.
 *
 * <p>{@link dev.carabiner.bench.audit.Main} starts each part in a JVM of its own, round by round; in it the peers take turns,
 * so that what slows the machine for a while falls on all alike. Started by {@code bench/run audit}.
 */
@NullMarked
package dev.carabiner.bench.audit;

import org.jspecify.annotations.NullMarked;
