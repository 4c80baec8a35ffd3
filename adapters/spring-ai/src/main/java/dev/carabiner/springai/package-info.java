/**
 * A policy around the chat clients of Spring AI. Open {@link dev.carabiner.springai.CarabinerAdvisors} first: an advisor around
 * the whole prompt, a tool calling manager that guards each call, and an advisor around each request to the model.
 */
@NullMarked
package dev.carabiner.springai;

import org.jspecify.annotations.NullMarked;
