/** What judging a shell line costs, beside starting a process. Open {@link dev.carabiner.bench.guard.Main} first. */
@NullMarked
package dev.carabiner.bench.guard;

import org.jspecify.annotations.NullMarked;
