/**
 * What a session runs is confined here, and what is protected stays as it was.
 *
 * <p>Open {@link dev.carabiner.engine.sandbox.SessionSandbox} first. The engine makes one for each session; tools and hooks
 * get it from a contribution channel. It calls the module {@code process}.
 */
@NullMarked
package dev.carabiner.engine.sandbox;

import org.jspecify.annotations.NullMarked;
