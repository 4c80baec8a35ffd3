/**
 * The conversation of an agent: counted, kept within bounds, written down as it happens.
 *
 * <p>Open {@link dev.carabiner.runtime.context.SessionContext} first. Nothing here knows of files or of models.
 */
@NullMarked
package dev.carabiner.runtime.context;

import org.jspecify.annotations.NullMarked;
