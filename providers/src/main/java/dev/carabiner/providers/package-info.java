/**
 * Providers that reach a model over HTTP, by way of LangChain4j.
 *
 * <p>Open {@link dev.carabiner.providers.LangChainProvider} first: it is the one adapter for all
 * services, and a {@link dev.carabiner.providers.Dialect} says what is particular about each. LangChain4j
 * translates requests and answers; the HTTP exchange is carried out here, on the caller's thread, by
 * {@link dev.carabiner.providers.Exchange}, so that LangChain4j never holds a key.
 */
@NullMarked
package dev.carabiner.providers;

import org.jspecify.annotations.NullMarked;
