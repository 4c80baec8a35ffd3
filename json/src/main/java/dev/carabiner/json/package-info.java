/**
 * The JSON form of events and results.
 *
 * <p>Open {@link dev.carabiner.json.HookResultJson} first, then {@link dev.carabiner.json.EventDataJson}. Reading is
 * Jackson's work and strict: no key twice, nothing too deep or too large. Writing goes straight into bytes.
 */
@NullMarked
package dev.carabiner.json;

import org.jspecify.annotations.NullMarked;
