/**
 * Configurations, read and checked before anything runs.
 *
 * <p>Open {@link dev.carabiner.runtime.bundle.Bundle} first, then {@link dev.carabiner.runtime.bundle.BundleLoader}. A
 * project's own bundle goes through {@link dev.carabiner.runtime.bundle.ProjectTrust} before anybody loads it.
 */
@NullMarked
package dev.carabiner.runtime.bundle;

import org.jspecify.annotations.NullMarked;
