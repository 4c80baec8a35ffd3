/**
 * What the agent's host brings to the examples: its workspace, its tools, its way to run a program and to ask a person.
 *
 * <p>Open {@link dev.carabiner.examples.host.ToolRunner} first: it is the path of every tool call. Nothing here knows
 * any hook.
 */
@NullMarked
package dev.carabiner.examples.host;

import org.jspecify.annotations.NullMarked;
