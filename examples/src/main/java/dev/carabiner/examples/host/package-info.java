/**
 * What the agent's host brings to the examples: its tools and its way to ask a person.
 *
 * <p>Open {@link dev.carabiner.examples.host.ToolRunner} first: it is the path of every tool call. Nothing here knows
 * any hook.
 */
@NullMarked
package dev.carabiner.examples.host;

import org.jspecify.annotations.NullMarked;
