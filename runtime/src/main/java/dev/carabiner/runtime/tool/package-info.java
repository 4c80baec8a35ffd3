/**
 * What an agent can do, and the only way to have it done.
 *
 * <p>Open {@link dev.carabiner.runtime.tool.Tool} first, then the tool box, which takes permits and nothing else.
 */
@NullMarked
package dev.carabiner.runtime.tool;

import org.jspecify.annotations.NullMarked;
