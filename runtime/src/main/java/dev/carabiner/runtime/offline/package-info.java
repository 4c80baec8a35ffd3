/**
 * A provider without a network, to try a policy without a model.
 *
 * <p>Open {@link dev.carabiner.runtime.offline.OfflineProvider} first.
 */
@NullMarked
package dev.carabiner.runtime.offline;

import org.jspecify.annotations.NullMarked;
