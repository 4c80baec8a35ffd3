/** What a scenario costs beside the bare judgements. Start with {@link dev.carabiner.bench.scenarios.Main}. */
@NullMarked
package dev.carabiner.bench.scenarios;

import org.jspecify.annotations.NullMarked;
