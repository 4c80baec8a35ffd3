/**
 * A policy around the AI services of LangChain4j. Open {@link dev.carabiner.langchain4j.Hooked} first. A service's
 * {@code AiServiceContext} gets a tool service whose executors are guarded, and its models are wrapped when it is called.
 */
@NullMarked
package dev.carabiner.langchain4j;

import org.jspecify.annotations.NullMarked;
