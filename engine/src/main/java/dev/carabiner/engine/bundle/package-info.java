/**
 * Configurations, read and checked before anything runs.
 *
 * <p>Open {@link dev.carabiner.engine.bundle.Bundle} first, then {@link dev.carabiner.engine.bundle.BundleLoader}. A
 * project's own bundle goes through {@link dev.carabiner.engine.bundle.ProjectTrust} before it is loaded.
 */
@NullMarked
package dev.carabiner.engine.bundle;

import org.jspecify.annotations.NullMarked;
