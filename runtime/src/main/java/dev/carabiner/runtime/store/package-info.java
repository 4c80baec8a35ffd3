/**
 * Sessions on disk.
 *
 * <p>Open {@link dev.carabiner.runtime.store.SessionStore} first. A message that was taken is on disk.
 */
@NullMarked
package dev.carabiner.runtime.store;

import org.jspecify.annotations.NullMarked;
