/**
 * What hooks outside this JVM cost, beside the same process or exchange without one.
 *
 * <p>Open {@link dev.carabiner.bench.bridge.Main} first.
 */
@NullMarked
package dev.carabiner.bench.bridge;

import org.jspecify.annotations.NullMarked;
