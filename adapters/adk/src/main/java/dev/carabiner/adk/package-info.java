/**
 * A policy around the agents of Google ADK. Open {@link dev.carabiner.adk.CarabinerPlugin} first: a runner's plugin, through
 * whose callbacks every prompt, model request, answer and tool call passes.
 */
@NullMarked
package dev.carabiner.adk;

import org.jspecify.annotations.NullMarked;
