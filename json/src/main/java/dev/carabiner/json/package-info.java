/**
 * The JSON form of events and results.
 *
 * <p>Open {@link dev.carabiner.json.HookResultJson} first, then {@link dev.carabiner.json.EventDataJson}. Reading is
 * strict: no key twice, nothing too deep or too large. Writing goes straight into bytes. No other module calls Jackson,
 * except the runtime for the schemas of tools.
 */
@NullMarked
package dev.carabiner.json;

import org.jspecify.annotations.NullMarked;
