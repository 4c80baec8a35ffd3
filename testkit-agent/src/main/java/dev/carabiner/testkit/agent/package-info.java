/**
 * What tests of agents need: a model that plays a script and remembers what it was sent, and the contracts of tools and
 * providers as abstract test classes.
 *
 * <p>Open {@link dev.carabiner.testkit.agent.ScriptedProvider} first. It stands on the runtime, and so apart from
 * {@code dev.carabiner.testkit}, which the runtime's own tests use. Only tests use this package.
 */
@NullMarked
package dev.carabiner.testkit.agent;

import org.jspecify.annotations.NullMarked;
