/**
 * Providers that ask a model by way of LangChain4j.
 *
 * <p>Open {@link dev.carabiner.providers.LangChainProvider} first: it is the one adapter for all of LangChain4j's chat
 * models. {@link dev.carabiner.providers.Models} makes a model from the name of its class and the bundle's settings; a
 * {@link dev.carabiner.providers.Call} asks it; {@link dev.carabiner.providers.GuardedHttp} keeps what LangChain4j's own
 * HTTP client does not promise.
 */
@NullMarked
package dev.carabiner.providers;

import org.jspecify.annotations.NullMarked;
