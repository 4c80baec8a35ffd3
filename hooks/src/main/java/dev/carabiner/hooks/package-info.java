/**
 * Hook modules that bundles can name.
 *
 * <p>Each is a class of its own, named as in bundles; open {@link dev.carabiner.hooks.ShellGuard} for a guard,
 * {@link dev.carabiner.hooks.TodoDisplay} for one that tells. They are found by the service loader, and only the
 * kernel calls them. What they need to know about paths, shell lines and files is in the module {@code guard} and in {@code lint}.
 */
@NullMarked
package dev.carabiner.hooks;

import org.jspecify.annotations.NullMarked;
