/**
 * Hooks that are services: the module {@code http}, and the careful client that it and other agents' hooks of that type use.
 *
 * <p>Open {@link dev.carabiner.bridge.service.HttpHook} first.
 */
@NullMarked
package dev.carabiner.bridge.service;

import org.jspecify.annotations.NullMarked;
