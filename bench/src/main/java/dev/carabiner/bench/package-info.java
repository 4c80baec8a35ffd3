/**
 * Measures what an emit costs, beside three frameworks that do something similar and beside the least that any of them
 * could do. Open {@link dev.carabiner.bench.Contestant} first: it lists who is measured.
 *
 * <p>{@link dev.carabiner.bench.Main} has {@link dev.carabiner.bench.Rounds} fill the {@link
 * dev.carabiner.bench.Scores}, {@link dev.carabiner.bench.Bars} judges them, {@link dev.carabiner.bench.Report} prints
 * both. Only {@code bench/run} starts it; no other module depends on this one.
 * What the audit log costs is measured in {@link dev.carabiner.bench.audit}.
 */
@NullMarked
package dev.carabiner.bench;

import org.jspecify.annotations.NullMarked;
