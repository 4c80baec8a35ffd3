/**
 * Hooks that are one Java source file: the module {@code java-file}, which a bundle writes {@code - java: FILE}.
 *
 * <p>Open {@link dev.carabiner.bridge.source.JavaFile} first.
 */
@NullMarked
package dev.carabiner.bridge.source;

import org.jspecify.annotations.NullMarked;
