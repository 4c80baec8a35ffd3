/**
 * Hooks that are programs: the module {@code command}, cold or warm.
 *
 * <p>Open {@link dev.carabiner.bridge.program.CommandHook} first. What is said to a program, and to a service, is in
 * {@link dev.carabiner.bridge.program.HookDocument}; when it is said, in
 * {@link dev.carabiner.bridge.program.OutsideHook}.
 */
@NullMarked
package dev.carabiner.bridge.program;

import org.jspecify.annotations.NullMarked;
