/** What confining a command costs, beside plain bubblewrap. Open {@link dev.carabiner.bench.sandbox.Main} first. */
@NullMarked
package dev.carabiner.bench.sandbox;

import org.jspecify.annotations.NullMarked;
